package sectile.compiler;

import sectile.compiler.target.Target;
import sectile.ir.Program;

/// What a compilation makes: the program after its passes, and the target it was compiled for. The program holds all
/// that is emitted; nothing is analysed after the passes.
///
/// @param pipeline the name of the pipeline that ran, or of the pass after which it stopped
public record CompiledProgram(Program source, Program program, Target target, String pipeline) {}
