package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PersistentMapTest {
    private static Map<String, Integer> entries(PersistentMap<Integer> map) {
        var found = new TreeMap<String, Integer>();
        map.forEach((key, value) -> assertThat(found.put(key, value)).isNull());
        return found;
    }

    /// `Aa` and `BB` have the same hash, and so has every row of as many of them.
    private static String key(Random random) {
        var key = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            key.append(random.nextBoolean() ? "Aa" : "BB");
        }
        return random.nextInt(3) == 0 ? key.toString() : "k" + random.nextInt(200);
    }

    @Test
    void isTheMapThatItWasMadeInto() {
        var random = new Random(7);
        PersistentMap<Integer> map = PersistentMap.empty();
        Map<String, Integer> expected = new HashMap<>();
        List<PersistentMap<Integer>> earlier = new ArrayList<>();
        List<Map<String, Integer>> were = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            String key = key(random);
            if (random.nextInt(3) == 0) {
                map = map.without(key);
                expected.remove(key);
            } else {
                int value = random.nextInt(5);
                map = map.with(key, value);
                expected.put(key, value);
            }
            assertThat(map.get(key)).isEqualTo(expected.get(key));
            if (i % 100 == 0) {
                earlier.add(map);
                were.add(Map.copyOf(expected));
            }
        }
        assertThat(entries(map)).isEqualTo(expected);
        for (int i = 0; i < earlier.size(); i++) {
            assertThat(entries(earlier.get(i))).as("it never changes").isEqualTo(were.get(i));
            var differ = new TreeSet<String>(expected.keySet());
            differ.addAll(were.get(i).keySet());
            Map<String, Integer> then = were.get(i);
            differ.removeIf(key -> java.util.Objects.equals(expected.get(key), then.get(key)));
            assertThat(map.difference(earlier.get(i))).isEqualTo(differ);
            assertThat(earlier.get(i).difference(map)).isEqualTo(differ);
        }
    }
}
