package sectile.base.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

class LimitsTest {
    private static final Span LINE = new Span(new SourceFile("loop.py", "one\ntwo\n"), 4, 7);

    @Test
    void workGoesOnUntilItIsStopped() {
        Limits limits = Limits.none();
        for (int i = 0; i < 10; i++) {
            limits.work(1L << 30, LINE);
        }
        limits.stop(OutOfTime.after(Duration.ofSeconds(30)));
        assertThatThrownBy(() -> limits.work(1L << 30, LINE))
                .isInstanceOf(LimitReached.class)
                .hasMessageContaining("loop.py:2:1: error[LIM-101]: the time limit of 30 s has passed")
                .hasMessageContaining("--timeout 2m");
    }

    @Test
    void whatEndsTheWholeEndsItsParts() {
        Limits whole = Limits.ofMemory(1000);
        Limits part = whole.ofPart();
        Limits other = whole.ofPart();
        assertThat(part.memoryBytes()).isEqualTo(1000);
        part.stop(OutOfTime.after(Duration.ofSeconds(1)));
        assertThat(part.isStopped()).isTrue();
        assertThat(whole.isStopped() || other.isStopped()).isFalse();
        whole.stop(OutOfTime.after(Duration.ofSeconds(2)));
        assertThat(other.isStopped()).isTrue();
        assertThatThrownBy(() -> other.check(LINE)).hasMessageContaining("2 s");
        assertThatThrownBy(() -> part.check(LINE)).hasMessageContaining("1 s");
    }

    @Test
    void aStopIsSeenAfterABoundedAmountOfWork() {
        Limits limits = Limits.none();
        limits.stop(OutOfTime.after(Duration.ofSeconds(1)));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1 << 21; i++) {
                        limits.work(1, LINE);
                    }
                })
                .isInstanceOf(LimitReached.class);
    }

    @Test
    void theFirstReasonCounts() {
        Limits limits = Limits.none();
        limits.stop(OutOfMemory.full(1 << 20));
        limits.stop(OutOfTime.after(Duration.ofSeconds(1)));
        assertThatThrownBy(() -> limits.check(Span.none())).hasMessageContaining("LIM-103");
    }

    @Test
    void aRequestMayBeAsLargeAsTheLimit() {
        Limits limits = Limits.ofMemory(1000);
        assertThatCode(() -> limits.require(1000, "it", LINE)).doesNotThrowAnyException();
        assertThatThrownBy(() -> limits.require(1001, "the matrix", LINE))
                .hasMessageContaining("loop.py:2:1: error[LIM-102]: the matrix takes 1001 B, and the limit is 1000 B")
                .hasMessageContaining("--max-memory 1G");
    }

    @Test
    void aProductOfMoreThan64BitsIsTooLarge() {
        Limits limits = Limits.ofMemory(Long.MAX_VALUE - 1);
        assertThatThrownBy(() -> limits.require(1L << 62, 8, "it", LINE)).hasMessageContaining("takes 8 EiB");
        assertThatThrownBy(() -> limits.require(1L << 60, 8, "it", LINE)).hasMessageContaining("LIM-102");
    }

    @Test
    void notesSayWhereTheRunWas() {
        Limits limits = Limits.none();
        limits.stop(OutOfTime.after(Duration.ofSeconds(1)));
        assertThatThrownBy(() -> limits.check(Span.none()))
                .isInstanceOfSatisfying(
                        LimitReached.class,
                        reached -> assertThat(reached.noting(List.of("here"))
                                        .diagnostics()
                                        .getFirst()
                                        .notes()
                                        .getFirst()
                                        .message())
                                .isEqualTo("here"));
    }

    @Test
    void anArrayThatCannotFitNamesItsSize() {
        for (DType dtype : List.of(DType.F32, DType.F64, DType.I8, DType.I4)) {
            for (long elements : new long[] {1L << 40, 1L << 50, 1L << 62, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> NdArray.zeros(dtype, Shape.of(elements)))
                        .hasMessageContaining("LIM-102")
                        .hasMessageContaining("an array of " + elements + " elements of " + dtype.text() + " takes");
            }
        }
    }

    @Test
    void noArrayIsLongerThanJavaAllows() {
        assertThat(OutOfMemory.arrayLength(5, "it")).isEqualTo(5);
        assertThatThrownBy(() -> OutOfMemory.arrayLength(3L << 30, "the part"))
                .hasMessageContaining("LIM-104")
                .hasMessageContaining("the part has 3221225472 elements");
    }

    @Test
    void progressKeepsWhatIsNotChanged() {
        Progress progress = new Progress();
        progress.part(2, 10);
        progress.begin("simulating");
        progress.count(7, "events", 99);
        assertThat(progress.state()).isEqualTo(new Progress.State("simulating", 2, 10, 7, "events", 99));
        progress.begin("writing");
        assertThat(progress.state()).isEqualTo(new Progress.State("writing", 2, 10, 0, "", 0));
    }
}
