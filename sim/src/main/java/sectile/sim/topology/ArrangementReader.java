package sectile.sim.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlType;

/// Reads how many there are of what, and how they are arranged.
final class ArrangementReader {
    private final Diagnostics problems;

    ArrangementReader(Diagnostics problems) {
        this.problems = problems;
    }

    Optional<SipJoin> join(MapReader sips) {
        return sips.read("join", YamlType.oneOf(Arrays.asList(SipJoin.values()), SipJoin::text))
                .required();
    }

    Optional<Placed<SipGrid>> sipGrid(MapReader sips) {
        Field<Integer> countField = sips.read("count", Counts.atLeast(1, TopologyCode.SIP_COUNT, "SIPs"));
        Field<SipTopology> topologyField =
                sips.read("topology", YamlType.oneOf(Arrays.asList(SipTopology.values()), SipTopology::text));
        Field<MapReader> shapeField = sips.map("shape");
        Optional<CubeMesh> shape = shapeField.optional().flatMap(this::extents);
        Optional<Integer> count = countField.required();
        Optional<SipTopology> topology = topologyField.required();
        if (count.isEmpty() || topology.isEmpty() || (shapeField.isWritten() && shape.isEmpty())) {
            return Optional.empty();
        }
        return arranged(topology.get(), count.get(), shape, sips, countField)
                .map(grid -> new Placed<>(grid, countField.span()));
    }

    private Optional<SipGrid> arranged(
            SipTopology topology, int count, Optional<CubeMesh> shape, MapReader sips, Field<Integer> countField) {
        if (shape.isEmpty()) {
            if (topology.twoDimensional() && SipGrid.side(count) * SipGrid.side(count) != count) {
                int side = SipGrid.side(count);
                String message = "`" + topology.text() + "` needs a square number of SIPs, not " + count;
                String hint =
                        "use " + side * side + " or " + (side + 1) * (side + 1) + ", or give `shape: { w: …, h: … }`";
                TopologyCode.NOT_SQUARE.report(problems, countField.span(), message, hint);
                return Optional.empty();
            }
            return Optional.of(SipGrid.of(topology, count));
        }
        YamlMap.Entry entry = sips.map().entry("shape").orElseThrow();
        if (!topology.twoDimensional()) {
            String message = "`shape` has no meaning for a `" + topology.text() + "`";
            TopologyCode.SHAPE_OF_RING.report(problems, entry.keySpan(), message, "leave it out");
            return Optional.empty();
        }
        if (shape.get().count() != count) {
            String message = "a shape of " + shape.get().w() + " × "
                    + shape.get().h() + " holds " + shape.get().count() + " SIPs, but `count` is " + count;
            TopologyCode.SHAPE_MISMATCH.report(problems, entry.keySpan(), message, "make w · h equal to the count");
            return Optional.empty();
        }
        return Optional.of(new SipGrid(topology, shape.get().w(), shape.get().h()));
    }

    Optional<Placed<CubeMesh>> cubeMesh(MapReader sip) {
        return sip.map("cube_mesh").required().flatMap(reader -> {
            boolean wraps = reader.bool("wrap").or(false);
            return extents(reader).map(mesh -> new Placed<>(new CubeMesh(mesh.w(), mesh.h(), wraps), reader.span()));
        });
    }

    /// `{ w:, h: }`
    private Optional<CubeMesh> extents(MapReader reader) {
        Optional<Integer> w = reader.read("w", Counts.atLeast(1, TopologyCode.MESH_EXTENT, "columns"))
                .required();
        Optional<Integer> h = reader.read("h", Counts.atLeast(1, TopologyCode.MESH_EXTENT, "rows"))
                .required();
        if (w.isEmpty() || h.isEmpty()) {
            return Optional.empty();
        }
        if ((long) w.get() * h.get() > Integer.MAX_VALUE) {
            String message = "a mesh of " + w.get() + " × " + h.get() + " is too large to number";
            TopologyCode.MESH_EXTENT.report(problems, reader.span(), message, "");
            return Optional.empty();
        }
        return Optional.of(new CubeMesh(w.get(), h.get()));
    }

    /// The cubes the io gateway is attached to; the first one unless the file says otherwise.
    Optional<List<Integer>> ioCubes(MapReader sip, Optional<Placed<CubeMesh>> mesh) {
        YamlType<Integer> one = Counts.atLeast(0, TopologyCode.IO_CUBE, "");
        Field<List<Integer>> field = sip.read(
                "io_cube",
                (node, into) -> node instanceof YamlList
                        ? YamlType.listOf(one).read(node, into)
                        : one.read(node, into).map(List::of));
        List<Integer> cubes = field.or(List.of(0));
        if (cubes.isEmpty() || new HashSet<>(cubes).size() < cubes.size()) {
            String message = cubes.isEmpty() ? "`io_cube` is empty" : "`io_cube` has a cube twice";
            TopologyCode.IO_CUBE.report(problems, field.span(), message, "name each cube once, such as [0, 15]");
            return Optional.empty();
        }
        int most = cubes.stream().mapToInt(Integer::intValue).max().orElse(0);
        if (mesh.isPresent() && most >= mesh.get().value().count()) {
            int last = mesh.get().value().count() - 1;
            String message = "`io_cube` is " + most + ", but the last cube is " + last;
            TopologyCode.IO_CUBE.report(
                    problems, Presets.blamed(field.span(), mesh.get().span()), message, "use 0 to " + last);
        }
        return Optional.of(cubes);
    }

    Optional<Placed<PeLayout>> peLayout(MapReader cube) {
        Optional<MapReader> found = cube.map("pe_layout").required();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        MapReader layout = found.get();
        Field<Integer> perCornerField =
                layout.read("pe_per_corner", Counts.atLeast(1, TopologyCode.PE_PER_CORNER, "processing elements"));
        Optional<Integer> perCorner = perCornerField.required();
        Optional<List<Corner>> corners = layout.read("corners", this::corners).required();
        return perCorner.flatMap(
                count -> corners.map(list -> new Placed<>(new PeLayout(count, list), perCornerField.span())));
    }

    /// The tile extent of a composite operation whose author names none.
    Optional<Integer> compositeTile(MapReader pe) {
        YamlType<Integer> extent = Counts.atLeast(1, TopologyCode.COMPOSITE_TILE, "elements");
        return pe.map("composite")
                .required()
                .flatMap(composite -> composite.read("tile", extent).required());
    }

    private Optional<List<Corner>> corners(YamlNode node, Diagnostics into) {
        YamlType<Corner> word = YamlType.oneOf(Arrays.asList(Corner.values()), Corner::name);
        Optional<List<Corner>> corners = YamlType.listOf(word).read(node, into);
        if (corners.isEmpty()) {
            return corners;
        }
        if (corners.get().isEmpty()) {
            TopologyCode.NO_CORNER.report(
                    into, node.span(), "a cube needs processing elements in at least one corner", "use NW, NE, SW, SE");
            return Optional.empty();
        }
        Set<Corner> seen = EnumSet.noneOf(Corner.class);
        List<YamlNode> items = node instanceof YamlList list ? list.items() : new ArrayList<>();
        boolean once = true;
        for (int i = 0; i < items.size(); i++) {
            Corner corner = corners.get().get(i);
            if (!seen.add(corner)) {
                String message = "the corner " + corner + " appears twice";
                TopologyCode.CORNER_TWICE.report(
                        into, items.get(i).span(), message, "raise `pe_per_corner` for more in a corner");
                once = false;
            }
        }
        return once ? corners : Optional.empty();
    }

    /// Reports a machine whose processing elements cannot be counted in an int.
    void checkSize(Optional<Placed<SipGrid>> sips, Optional<Placed<CubeMesh>> cubes, Optional<Placed<PeLayout>> pes) {
        if (sips.isEmpty() || cubes.isEmpty() || pes.isEmpty()) {
            return;
        }
        double total = (double) sips.get().value().count()
                * cubes.get().value().count()
                * pes.get().value().count();
        if (total > Integer.MAX_VALUE) {
            String message = String.format(
                    java.util.Locale.ROOT,
                    "%d SIPs × %d cubes × %d PEs are more processing elements than can be numbered",
                    sips.get().value().count(),
                    cubes.get().value().count(),
                    pes.get().value().count());
            TopologyCode.TOO_MANY_PES.report(problems, sips.get().span(), message, "stay below 2^31");
        }
    }
}
