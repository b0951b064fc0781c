import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.compiler.CompiledProgram;
import sectile.compiler.Compiler;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// A program as text, on whole tensors: compiled to kernels, executed by the interpreter and, with time, by the
/// simulated
/// machine.
///
/// Needs: dev.sectile:sectile-runtime
public final class CompileAndSimulate {
    private static final String TEXT = """
        import pypto.language as pl


        @pl.jit
        def scaled(x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:] = pl.mul(pl.exp(x), 2.0)
            return out
        """;

    private CompileAndSimulate() {}

    public static void main(String[] args) {
        Program program = FrontEnd.parse(new SourceFile("scaled.py", TEXT));
        CompiledProgram compiled = Compiler.compile(program, Targets.builtIn(Targets.MACHINE), PassListener.NONE);
        Run run = Run.of("scaled").with("x", NdArray.zeros(DType.F32, Shape.of(64, 64)));
        NdArray expected = new Interpreter(program).run(run).output("out");
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            SimulatedRun.Result result =
                    SimulatedRun.of(compiled.program(), run).on(machine);
            NdArray out = result.outcome().output("out");
            System.out.println("out[0, 0] = " + out.getDouble(0, 0) + ", equal bits: " + out.equals(expected));
            System.out.println("latency = " + result.latencyPs() + " ps");
        }
    }
}
