package sectile.base.coroutine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// As many bodies as the largest machine has PEs wait at the same time in a small heap.
final class ManyBodiesTest {
    private static final int BODIES = 100_000;

    @ParameterizedTest
    @CsvSource({"CONTINUATION, 96", "VIRTUAL_THREAD, 256"})
    void suspendedBodiesFitIntoASmallHeap(CoroutineKind kind, int heapMegabytes)
            throws IOException, InterruptedException {
        var options = new ArrayList<>(ChildJvm.ALLOW_CONTINUATIONS);
        options.add("-Xmx" + heapMegabytes + "m");
        ChildJvm child = ChildJvm.run(options, Suspend.class, kind.name());
        assertThat(child.output()).contains("resumed 100000 bodies to their end");
        assertThat(child.exitCode()).isZero();
    }

    @Test
    void withoutTheExportContinuationsSayWhatIsMissing() throws IOException, InterruptedException {
        ChildJvm child = ChildJvm.run(List.of(), Suspend.class, "CONTINUATION");
        assertThat(child.exitCode()).isEqualTo(1);
        assertThat(child.output())
                .contains("IllegalStateException: coroutines of kind CONTINUATION need the JVM option --add-exports"
                        + " java.base/jdk.internal.vm=ALL-UNNAMED; without it choose VIRTUAL_THREAD");
    }

    @Test
    void withoutTheExportTheFastestKindIsThePublicOneAndThereIsANotice() throws IOException, InterruptedException {
        ChildJvm child = ChildJvm.run(List.of(), Fastest.class);
        assertThat(child.output().strip())
                .isEqualTo(
                        "VIRTUAL_THREAD ended=true\nwarning[BASE-401]: kernels run on virtual threads here: results are"
                                + " the same, but a simulation takes several times as long (start java with --add-exports"
                                + " java.base/jdk.internal.vm=ALL-UNNAMED)");
        assertThat(ChildJvm.run(ChildJvm.ALLOW_CONTINUATIONS, Fastest.class)
                        .output()
                        .strip())
                .isEqualTo("CONTINUATION ended=true");
    }

    /// Runs a body on the fastest kind there is.
    static final class Fastest {
        private Fastest() {}

        public static void main(String[] arguments) {
            try (CoroutineFactory coroutines = CoroutineKind.fastest().create()) {
                Coroutine body = coroutines.create(coroutines::suspend);
                body.resume();
                System.out.println(CoroutineKind.fastest() + " ended=" + body.resume());
                CoroutineKind.notice().ifPresent(System.out::println);
            }
        }
    }

    /// Prints what a suspended body costs; run it by hand for the number in docs/performance.md.
    static final class Suspend {
        private Suspend() {}

        public static void main(String[] arguments) {
            var kind = CoroutineKind.valueOf(arguments[0]);
            try (CoroutineFactory coroutines = kind.create()) {
                coroutines.drive(() -> suspendAll(coroutines));
            }
        }

        private static void suspendAll(CoroutineFactory coroutines) {
            var bodies = new Coroutine[BODIES];
            long before = usedBytes();
            for (int i = 0; i < BODIES; i++) {
                int number = i;
                bodies[i] = coroutines.create(() -> kernel(coroutines, number));
                bodies[i].resume();
            }
            System.out.printf("%d bytes per suspended body%n", (usedBytes() - before) / BODIES);
            int ended = 0;
            for (Coroutine body : bodies) {
                ended += body.resume() ? 1 : 0;
            }
            System.out.printf("resumed %d bodies to their end%n", ended);
        }

        /// A few frames with live locals, like a kernel that waits in a receive.
        private static long kernel(CoroutineFactory coroutines, long pe) {
            long sum = pe;
            for (int step = 0; step < 2; step++) {
                sum += receive(coroutines, step, sum);
            }
            return sum;
        }

        private static long receive(CoroutineFactory coroutines, int step, long sum) {
            if (step == 1) {
                coroutines.suspend();
            }
            return sum * 31;
        }

        private static long usedBytes() {
            System.gc();
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }
    }
}
