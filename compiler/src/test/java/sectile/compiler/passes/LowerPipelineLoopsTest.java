package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.compiler.memory.Lifetimes;
import sectile.ir.Program;

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
                for i, (o, t_2) in pl.range(0, 48, 16, init_values=(out, t_1)):
                    i_ahead = i + 16
                    t_3 = pl.load(x, [i_ahead, 0], [16, 16])
                    e = pl.exp(t_2)
                    p = pl.store(e, [i, 0], o)
                    so_far, t_4 = pl.yield_(p, t_3)
                e_1 = pl.exp(t_4)
                p_1 = pl.store(e_1, [48, 0], so_far)
                done = p_1
                return done
                """));
    }

    @Test
    void threeStagesLoadTwoIterationsAhead() {
        CASE.given(kernel("""
                for i, (o,) in pl.pipeline(0, 64, 16, stage=3, init_values=(out,)):
                    row = i * 1
                    t = pl.load(x, [row, 0], [16, 16])
                    e = pl.exp(t)
                    p = pl.store(e, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """)).becomes(kernel("""
                row_1 = pl.const(0, pl.INDEX) * 1
                t_1 = pl.load(x, [row_1, 0], [16, 16])
                row_2 = pl.const(16, pl.INDEX) * 1
                t_2 = pl.load(x, [row_2, 0], [16, 16])
                for i, (o, t_3, t_4) in pl.range(0, 32, 16, init_values=(out, t_1, t_2)):
                    i_ahead = i + 32
                    row_3 = i_ahead * 1
                    t_5 = pl.load(x, [row_3, 0], [16, 16])
                    row = i * 1
                    e = pl.exp(t_3)
                    p = pl.store(e, [i, 0], o)
                    so_far, t_6, t_7 = pl.yield_(p, t_4, t_5)
                row_4 = pl.const(32, pl.INDEX) * 1
                e_1 = pl.exp(t_6)
                p_1 = pl.store(e_1, [32, 0], so_far)
                row_5 = pl.const(48, pl.INDEX) * 1
                e_2 = pl.exp(t_7)
                p_2 = pl.store(e_2, [48, 0], p_1)
                done = p_2
                return done
                """));
    }

    /// With more stages than iterations, everything is loaded first; a single iteration has nothing to load ahead.
    @Test
    void noMoreIterationsAreLoadedAheadThanThereAre() {
        CASE.given(kernel("""
                for i, (o,) in pl.pipeline(0, 32, 16, stage=4, init_values=(out,)):
                    t = pl.load(x, [i, 0], [16, 16])
                    p = pl.store(t, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """)).becomes(kernel("""
                t_1 = pl.load(x, [0, 0], [16, 16])
                for i, (o, t_2) in pl.range(0, 16, 16, init_values=(out, t_1)):
                    i_ahead = i + 16
                    t_3 = pl.load(x, [i_ahead, 0], [16, 16])
                    p = pl.store(t_2, [i, 0], o)
                    so_far, t_4 = pl.yield_(p, t_3)
                p_1 = pl.store(t_4, [16, 0], so_far)
                done = p_1
                return done
                """));
        CASE.given(kernel("""
                for i, (o,) in pl.pipeline(0, 16, 16, stage=2, init_values=(out,)):
                    t = pl.load(x, [i, 0], [16, 16])
                    p = pl.store(t, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """)).becomes(kernel("""
                for i, (o,) in pl.range(0, 16, 16, init_values=(out,)):
                    t = pl.load(x, [i, 0], [16, 16])
                    p = pl.store(t, [i, 0], o)
                    done = pl.yield_(p)
                return done
                """));
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
