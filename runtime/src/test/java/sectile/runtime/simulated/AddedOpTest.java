package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.number.UnaryFunction;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Semantics;
import sectile.ir.ops.Ops;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Specialisation;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// An elementwise op is one entry of the registry: front end, interpreter and simulated machine need nothing else.
class AddedOpTest {
    private static final Op SIGMOID = new OpBuilder("tile.sigmoid", "Logistic function.")
            .means(new Semantics.Apply(UnaryFunction.SIGMOID))
            .formula("out = 1 / (1 + e⁻ᵃ)")
            .operands(Operand.of("tile", OperandKind.TILE, "operand a"))
            .on(CoreAffinity.VECTOR)
            .rule(args -> args.type("tile"));

    private static final String TEXT = """
            import sectile.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[4, 8], pl.FP32], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
                    t = pl.sigmoid(pl.load(x, [0, 0], [4, 8]))
                    return pl.store(t, [0, 0], out)
            """;

    @Test
    void runsOnBothExecutors() {
        Ops ops = Ops.standard().with(SIGMOID);
        var diagnostics = new Diagnostics();
        Program program = FrontEnd.parse(new SourceFile("added.py", TEXT), Specialisation.NONE, ops, diagnostics)
                .orElseThrow(() -> new AssertionError(diagnostics.all()));
        NdArray x = NdArray.zeros(DType.F32, Shape.of(4, 8));
        NdArray expected = NdArray.zeros(DType.F32, Shape.of(4, 8));
        for (int i = 0; i < 32; i++) {
            x.setDoubleAt(i, i - 16);
            expected.setDoubleAt(i, 1 / (1 + StrictMath.exp(16 - i)));
        }
        Run run = Run.of("k").with("x", x);
        assertThat(new Interpreter(program).run(run).outputs().get("out")).isEqualTo(expected);
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            SimulatedRun.Result result = SimulatedRun.of(program, run).on(machine);
            assertThat(result.outcome().outputs().get("out")).isEqualTo(expected);
            assertThat(result.latencyPs()).isPositive();
        }
    }

    @Test
    void theStandardRegistryDoesNotHaveIt() {
        var diagnostics = new Diagnostics();
        assertThat(FrontEnd.parse(new SourceFile("added.py", TEXT), Specialisation.NONE, diagnostics))
                .isEmpty();
        assertThat(diagnostics.all()).anyMatch(d -> d.code().equals("LANG-216"));
    }
}
