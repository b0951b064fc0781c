package sectile.sim.ipcq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.kernel.Space;

/// A PE finds the queues of few directions and of many, by name, by an address in their ring and by the peer's ring.
class IpcqTest {
    private static final QueueConfig CONFIG = new QueueConfig(Space.TCM, 4, 64, 16);

    private static long ring(int number) {
        return 1_000_000 + 4096L * number;
    }

    private static long peerRing(int number) {
        return ((long) number << 43) + 77;
    }

    private static Ipcq<QueuePair> queues(int count) {
        List<QueuePair> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var connection = new InstallPlan.Connection("rank" + i, new Place(i, 0, 0), "rank0");
            pairs.add(new QueuePair(1, connection, CONFIG, ring(i), peerRing(i)));
        }
        Collections.shuffle(pairs, new Random(1));
        return new Ipcq<>(pairs);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 16, 17, 1000})
    void everyDirectionIsFound(int count) {
        Ipcq<QueuePair> queues = queues(count);
        for (int i = 0; i < count; i++) {
            QueuePair pair = queues.pair("rank" + i);
            assertThat(pair.peer().sip()).isEqualTo(i);
            assertThat(queues.byAddress(ring(i))).containsSame(pair);
            assertThat(queues.byAddress(ring(i) + 4 * 64 - 1)).containsSame(pair);
            assertThat(queues.byAddress(ring(i) + 4 * 64)).isEmpty();
            assertThat(queues.byPeerRing(peerRing(i))).containsSame(pair);
            assertThat(queues.byPeerRing(peerRing(i) + 1)).isEmpty();
        }
        assertThat(queues.byAddress(ring(0) - 1)).isEmpty();
        assertThatThrownBy(() -> queues.pair("rank" + count))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("direction `rank" + count + "` is not installed");
    }
}
