package sectile.sim.topology;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/// Where the processing elements of a cube sit: `pe_per_corner` in each of the corners, numbered corner by corner.
public record PeLayout(int pePerCorner, List<Corner> corners) {
    public PeLayout {
        corners = List.copyOf(corners);
        if (pePerCorner < 1 || corners.isEmpty() || new HashSet<>(corners).size() != corners.size()) {
            throw new IllegalArgumentException(pePerCorner + " processing elements in each of " + corners);
        }
        Math.multiplyExact(pePerCorner, corners.size());
    }

    /// Processing elements per cube.
    public int count() {
        return pePerCorner * corners.size();
    }

    public Corner corner(int pe) {
        return corners.get(Objects.checkIndex(pe, count()) / pePerCorner);
    }
}
