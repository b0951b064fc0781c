package sectile.check.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Numbers for the paths of parts, which stay the same for a whole exploration.
final class Parts {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> paths = new ArrayList<>();

    synchronized int number(String path) {
        Integer known = numbers.get(path);
        if (known != null) {
            return known;
        }
        paths.add(path);
        numbers.put(path, paths.size() - 1);
        return paths.size() - 1;
    }

    synchronized String path(int number) {
        return paths.get(number);
    }

    synchronized int count() {
        return paths.size();
    }
}
