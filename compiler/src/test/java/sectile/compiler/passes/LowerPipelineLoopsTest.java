package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.compiler.memory.Lifetimes;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class LowerPipelineLoopsTest {
    private static final PassCase CASE = PassCase.of(new LowerPipelineLoops());

    private static final String PARAMS = "x: pl.Tensor[[64, 16], pl.FP32], out: pl.InOut[pl.Tensor[[64, 16], pl.FP32]]";

    private static String kernel(String body) {
        return "@pl.function(type=pl.FunctionType.InCore)\ndef kernel(self, " + PARAMS + "):\n" + body.indent(4);
    }

    @Test
    void anIterationLoadsTheTileOfTheNext() {
        CASE.given(kernel("""
                for i, (o,) in pl.pipeline(0, 64, 16, stage=2, init_values=(out,)):
                    t = pl.load(x, [i, 0], [16, 16])
                    e = pl.exp(t)
                    p = pl.store(e, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """)).becomes(kernel("""
                t_1 = pl.load(x, [0, 0], [16, 16])
                for i, (o, t_2) in pl.range(0, 64, 16, init_values=(out, t_1)):
                    i_ahead = pl.min(i + 16, 48)
                    t_3 = pl.load(x, [i_ahead, 0], [16, 16])
                    e = pl.exp(t_2)
                    p = pl.store(e, [i, 0], o)
                    done, rest = pl.yield_(p, t_3)
                return done
                """));
    }

    @Test
    void threeStagesLoadTwoIterationsAhead() {
        Program after = CASE.given(kernel("""
                for i, (o,) in pl.pipeline(0, 64, 16, stage=3, init_values=(out,)):
                    row = i * 1
                    t = pl.load(x, [row, 0], [16, 16])
                    e = pl.exp(t)
                    p = pl.store(e, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """)).result();
        assertThat(Printer.print(after)).contains("pl.min(i + 32, 48)");
    }

    /// Loaded tiles of two iterations live at the same time, so they have two buffers.
    @Test
    void theTilesOfTwoIterationsHaveBuffersOfTheirOwn() {
        Program after = PassCase.of(new MemoryReuse())
                .after(new LowerPipelineLoops(), new InitMemRef())
                .given(kernel("""
                for i, (o,) in pl.pipeline(0, 64, 16, init_values=(out,)):
                    t = pl.load(x, [i, 0], [16, 16])
                    e = pl.exp(t)
                    p = pl.store(e, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """))
                .result();
        assertThat(Lifetimes.of(after.function("kernel"))).hasSizeGreaterThanOrEqualTo(3);
    }

    /// What the loop writes may not be read ahead, and bounds that are only known at run time are not.
    @Test
    void whatCannotBeReadAheadIsNot() {
        CASE.given(kernel("""
                for i, (o,) in pl.pipeline(0, 48, 16, init_values=(out,)):
                    t = pl.load(o, [i, 0], [16, 16])
                    e = pl.exp(t)
                    p = pl.store(e, [i + 16, 0], o)
                    done = pl.yield_(p)
                return done
                """)).becomes(kernel("""
                for i, (o,) in pl.range(0, 48, 16, init_values=(out,)):
                    t = pl.load(o, [i, 0], [16, 16])
                    e = pl.exp(t)
                    p = pl.store(e, [i + 16, 0], o)
                    done = pl.yield_(p)
                return done
                """));
    }
}
