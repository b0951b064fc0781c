package sectile.dist.mesh;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import sectile.dist.Cluster;
import sectile.dist.group.ProcessGroup;

/// All ranks of the world as a line or a rectangle, row by row, with a name for each dimension.
///
/// Ranks that differ in one coordinate only form a group: they share what is cut along that dimension.
public final class DeviceMesh {
    private final Cluster cluster;
    private final List<Integer> extents;
    private final List<String> names;

    private DeviceMesh(Cluster cluster, List<Integer> extents, List<String> names) {
        this.cluster = cluster;
        this.extents = List.copyOf(extents);
        this.names = List.copyOf(names);
        int world = cluster.distributed().worldSize();
        int ranks = extents.stream().mapToInt(Integer::intValue).reduce(1, (a, b) -> a * b);
        boolean positive = extents.stream().allMatch(extent -> extent > 0);
        if (extents.isEmpty() || extents.size() > 2 || !positive || ranks != world) {
            throw MeshErrors.badExtents(extents, world);
        }
        if (names.size() != extents.size() || new HashSet<>(names).size() != names.size()) {
            throw MeshErrors.badNames(names, extents.size());
        }
    }

    /// A line of ranks.
    public static DeviceMesh of(Cluster cluster, String name, int extent) {
        return new DeviceMesh(cluster, List.of(extent), List.of(name));
    }

    /// One or two dimensions.
    public static DeviceMesh of(Cluster cluster, List<String> names, List<Integer> extents) {
        return new DeviceMesh(cluster, extents, names);
    }

    public Cluster cluster() {
        return cluster;
    }

    public int dimensions() {
        return extents.size();
    }

    public int extent(int dimension) {
        return extents.get(dimension);
    }

    public int extent(String name) {
        return extents.get(dimension(name));
    }

    public List<String> names() {
        return names;
    }

    /// The number of a dimension by its name.
    public int dimension(String name) {
        int found = names.indexOf(name);
        if (found < 0) {
            throw MeshErrors.noSuchDimension(name, names);
        }
        return found;
    }

    /// Where the calling rank is along a dimension.
    public int coordinate(int dimension) {
        return coordinate(cluster.distributed().rank(), dimension);
    }

    public int coordinate(String name) {
        return coordinate(dimension(name));
    }

    private int coordinate(int rank, int dimension) {
        int inner = extents.stream()
                .skip(dimension + 1L)
                .mapToInt(Integer::intValue)
                .reduce(1, (a, b) -> a * b);
        return rank / inner % extents.get(dimension);
    }

    /// The ranks that differ from the calling one along a dimension only.
    public ProcessGroup group(int dimension) {
        int own = cluster.distributed().rank();
        List<Integer> members = new ArrayList<>();
        for (int rank : IntStream.range(0, cluster.distributed().worldSize()).toArray()) {
            boolean same = IntStream.range(0, dimensions())
                    .filter(other -> other != dimension)
                    .allMatch(other -> coordinate(rank, other) == coordinate(own, other));
            if (same) {
                members.add(rank);
            }
        }
        return cluster.distributed().newGroup(members);
    }

    public ProcessGroup group(String name) {
        return group(dimension(name));
    }

    /// The mesh in a message, like `a mesh of dp 2 × tp 4`.
    @Override
    public String toString() {
        return "a mesh of "
                + IntStream.range(0, dimensions())
                        .mapToObj(dimension -> names.get(dimension) + " " + extents.get(dimension))
                        .collect(Collectors.joining(" × "));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeviceMesh mesh
                && mesh.cluster == cluster
                && mesh.extents.equals(extents)
                && mesh.names.equals(names);
    }

    @Override
    public int hashCode() {
        return 31 * extents.hashCode() + names.hashCode();
    }
}
