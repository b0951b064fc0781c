package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;

/// Tasks are ordered by the regions they use and by what is declared, and by nothing else.
class TasksTest {
    private static final String KERNELS = """
        import pypto.language as pl

        N = 64

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def scale(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
                y = pl.store(pl.load(x, [0, 0], [1, N]) * 2.0, [0, 0], y)
                return y

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Out[pl.Tensor[[4, N], pl.FP32]]):
        """;

    private static final String CHAIN = KERNELS + """
                p = pl.create_tensor([1, N], dtype=pl.FP32)
                q = pl.create_tensor([1, N], dtype=pl.FP32)
                p, a = pl.submit(self.scale, x, p)
                q, b = pl.submit(self.scale, p, q)
                p, c = pl.submit(self.scale, q, p)
                r, d = pl.submit(self.scale, p, y[0:1, :])
                return y
        """;

    private static final String SLICES = KERNELS + """
                for i in pl.range(4):
                    r, t = pl.submit(self.scale, x, y[i : i + 1, :])
                return y
        """;

    private static NdArray run(String text, long seed, Observer observer) {
        NdArray x = NdArray.full(DType.F32, sectile.base.array.Shape.of(1, 64), 1);
        return new Interpreter(Programs.parse(text))
                .run(Run.of("main").with("x", x).seeded(seed).watchedBy(observer))
                .output("y");
    }

    @Test
    void readsAfterWritesWritesAfterReadsAndWritesAfterWritesAreOrdered() {
        for (long seed = 0; seed < 300; seed++) {
            assertThat(run(CHAIN, seed, Observer.NONE).getDoubleAt(0))
                    .as("seed %d", seed)
                    .isEqualTo(16);
        }
    }

    @Test
    void disjointSlicesRunInAnyOrder() {
        Set<List<Long>> orders = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            var order = new ArrayList<Long>();
            NdArray y = run(SLICES, seed, event -> {
                if (event instanceof Event.Access access && access.kind().writes()) {
                    order.add(access.actor().task());
                }
            });
            assertThat(y.toFloats()).containsOnly(2f);
            orders.add(order);
        }
        assertThat(orders).hasSizeGreaterThan(10);
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        assertThat(events(11)).isEqualTo(events(11));
        assertThat(events(11)).isNotEqualTo(events(12));
    }

    private static List<String> events(long seed) {
        var events = new ArrayList<String>();
        run(SLICES, seed, event -> {
            switch (event) {
                case Event.Access access ->
                    events.add(access.actor() + " " + access.kind().verb() + " " + access.region() + " at "
                            + access.span());
                case Event.Start start -> events.add(start.actor() + " starts " + start.child());
                case Event.Join join -> events.add(join.actor() + " joins " + join.done());
                case Event.Release r -> events.add(r.actor() + " releases " + r.token());
                case Event.Acquire a -> events.add(a.actor() + " acquires " + a.token());
                case Event.Block b ->
                    events.add(b.actor() + " waits " + b.waiting().what());
                case Event.Resume r -> events.add(r.actor() + " resumes");
                case Event.Delay d -> events.add(d.actor() + " is delayed by " + d.by().what());
                case Event.End e -> events.add(e.actor() + " ends");
            }
        });
        return events;
    }

    @Test
    void observersHearRegionTaskRankAndPlace() {
        List<String> events = events(1);
        assertThat(events).anyMatch(e -> e.matches(".*task \\d+, scale.* writes y.* bytes 256 to 511 at test.py:9:.*"));
        assertThat(events).anyMatch(e -> e.contains(" starts rank 0, task 1, scale"));
    }

    @Test
    void codeOfAnotherLanguageIsNotRun() {
        var interpreter = new Interpreter(Programs.parse("""
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.AIV, external_source="k.cpp")
                def k(self, out: pl.Out[pl.Tensor[[4], pl.FP32]]) -> pl.Tensor[[4], pl.FP32]:
                    ...

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, out: pl.Out[pl.Tensor[[4], pl.FP32]]):
                    out = self.k(out)
                    return out
            """));
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> interpreter.run(Run.of("main"))))
                .hasMessageContaining("EXEC-117")
                .hasMessageContaining("`k` is written in another language");
    }
}
