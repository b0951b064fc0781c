package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.observe.Event;
import sectile.base.observe.Token;
import sectile.base.order.Order;
import sectile.base.order.Recorded;
import sectile.base.order.Replayed;
import sectile.ir.Program;

/// Which part proceeds is decided by an order, and an order can be recorded and replayed.
class OrderTest {
    private static final Program RING = Programs.parse("""
        import pypto.language as pl
        import pypto.language.distributed as pld

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, data: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                  sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                me = pld.rank(pld.get_comm_ctx(sig))
                n = pld.nranks(pld.get_comm_ctx(sig))
                for r in pl.range(n):
                    pld.system.notify(sig, r, [me, 0], 1)
                for r in pl.range(n):
                    pld.system.wait(sig, [r, 0], 1, cmp=pld.WaitCmp.Ge)
                sig = pld.tensor.barrier(sig)
        """);

    private static List<String> events(Order order) {
        var events = new ArrayList<String>();
        new Interpreter(RING)
                .run(Run.of("k").on(3).ordered(() -> order).watchedBy(event -> events.add(event.toString())));
        return events;
    }

    @Test
    void aRecordedRunIsReplayedEventByEvent() {
        Set<List<String>> runs = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            var recorded = new Recorded(Order.seeded(seed));
            List<String> run = events(recorded);
            var replayed = new Replayed(recorded.choices());
            assertThat(events(replayed)).as("seed %d", seed).isEqualTo(run);
            assertThat(replayed.hasDiverged()).isFalse();
            runs.add(run);
        }
        assertThat(runs).hasSizeGreaterThan(15);
    }

    @Test
    void everyAcquisitionFollowsAReleaseOfItsToken() {
        for (long seed = 0; seed < 20; seed++) {
            var released = new HashSet<Token>();
            var kinds = new HashSet<Token.Kind>();
            long order = seed;
            new Interpreter(RING).run(Run.of("k").on(3).seeded(order).watchedBy(event -> {
                if (event instanceof Event.Release release) {
                    released.add(release.token());
                } else if (event instanceof Event.Acquire acquire) {
                    assertThat(released).contains(acquire.token());
                    kinds.add(acquire.token().kind());
                }
            }));
            assertThat(kinds).containsExactlyInAnyOrder(Token.Kind.CELL, Token.Kind.MEETING);
        }
    }

    @Test
    void keysOfMemoriesAndTokensAreTheSameInEveryOrder() {
        Set<Set<String>> seen = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            var keys = new HashSet<String>();
            new Interpreter(RING).run(Run.of("k").on(3).seeded(seed).watchedBy(event -> {
                if (event instanceof Event.Access access) {
                    keys.add(access.region().memory().key());
                } else if (event instanceof Event.Release release) {
                    keys.add(release.token().object() + "/" + release.token().turn());
                }
            }));
            seen.add(keys);
        }
        assertThat(seen).hasSize(1);
    }
}
