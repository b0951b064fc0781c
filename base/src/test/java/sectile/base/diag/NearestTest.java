package sectile.base.diag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> KEYS = List.of("bandwidth_gbs", "latency_ns", "name", "kind", "chunk_bytes");

    @Test
    void findsSlips() {
        assertThat(Nearest.of("bandwith_gbs", KEYS)).contains("bandwidth_gbs");
        assertThat(Nearest.of("lantecy_ns", KEYS)).contains("latency_ns");
        assertThat(Nearest.of("nmae", KEYS)).as("two neighbours swapped").contains("name");
        assertThat(Nearest.of("Kind", KEYS)).contains("kind");
        assertThat(Nearest.of("chunk-bytes", KEYS)).contains("chunk_bytes");
        assertThat(Nearest.of("latency", List.of("latency_x", "latency_y"))).contains("latency_x");
    }

    @Test
    void doesNotGuessWildly() {
        assertThat(Nearest.of("zebra", KEYS)).isEmpty();
        assertThat(Nearest.of("x", List.of("y", "z"))).isEmpty();
        assertThat(Nearest.of("", KEYS)).isEmpty();
        assertThat(Nearest.of("name", List.of())).isEmpty();
        assertThat(Nearest.of("i8", List.of("i8")))
                .as("the word itself is no correction")
                .isEmpty();
    }

    @Test
    void shortNamesMayDifferInOneLetter() {
        assertThat(Nearest.of("f61", List.of("f16", "f32"))).contains("f16");
        assertThat(Nearest.of("ad", List.of("add", "mul"))).contains("add");
    }

    @Test
    void hintsGuessOrList() {
        assertThat(Nearest.hint("nam", KEYS)).isEqualTo("did you mean `name`?");
        assertThat(Nearest.hint("zebra", List.of("a1", "b1"))).isEqualTo("one of: a1, b1");
        assertThat(Nearest.hint("zebra", List.of())).isEmpty();
        List<String> many = IntStream.range(0, 40).mapToObj(i -> "k" + i).toList();
        assertThat(Nearest.hint("zebra", many)).startsWith("one of: k0, k1").endsWith("k11 and 28 more");
    }

    @Test
    void aVeryLongWordIsCheap() {
        String noise = String.join("", Collections.nCopies(100_000, "x"));
        assertThat(Nearest.of(noise, KEYS)).isEmpty();
    }
}
