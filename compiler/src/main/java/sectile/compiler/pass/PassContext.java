package sectile.compiler.pass;

import sectile.base.diag.Diagnostics;
import sectile.compiler.target.Target;

/// What a pass may ask beside the program: the target it compiles for, and where problems go.
public record PassContext(Target target, Diagnostics diagnostics) {}
