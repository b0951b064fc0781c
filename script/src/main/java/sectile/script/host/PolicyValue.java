package sectile.script.host;

import java.util.List;
import java.util.Locale;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Split;
import sectile.dist.tensor.TiledLayout;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// A `DPPolicy`: how a tensor lies on the PEs of its SIP.
record PolicyValue(Layout layout, String cube, String pe) implements HostValue {
    private static final List<String> SPLITS = List.of("replicate", "row_wise", "column_wise");
    private static final List<String> TILES = List.of("tiled_column_major", "tiled_row_major");
    private static final Members<PolicyValue> MEMBERS = new Members<PolicyValue>("a DPPolicy")
            .attribute("cube", value -> value.cube)
            .attribute("pe", value -> value.pe);

    static Row row() {
        return Row.of(
                "DPPolicy",
                "cube='replicate', pe='replicate', num_cubes=None, num_pes=None, tile_m=None, tile_k=None",
                PolicyValue::of);
    }

    private static Object of(Bound a) {
        List<String> words = new java.util.ArrayList<>(SPLITS);
        words.addAll(TILES);
        String cube = a.word("cube", words);
        String pe = a.word("pe", words);
        boolean tiled = TILES.contains(cube) || TILES.contains(pe);
        if (!tiled) {
            for (String name : List.of("tile_m", "tile_k")) {
                if (a.has(name)) {
                    throw Problems.at(
                            a.span(name),
                            TextCode.BAD_POLICY,
                            "`" + name + "` has no effect without a tiled policy",
                            "use pe=\"tiled_column_major\" or pe=\"tiled_row_major\", or leave it out");
                }
            }
            DpPolicy policy = new DpPolicy(
                    Split.valueOf(cube.toUpperCase(Locale.ROOT)),
                    Split.valueOf(pe.toUpperCase(Locale.ROOT)),
                    a.countOrAll("num_cubes"),
                    a.countOrAll("num_pes"),
                    false);
            return new PolicyValue(policy, cube, pe);
        }
        String order = TILES.contains(pe) ? pe : cube;
        String other = TILES.contains(pe) ? cube : pe;
        if (!other.equals("replicate") && !other.equals(order)) {
            throw Problems.at(
                    a.span(),
                    TextCode.BAD_POLICY,
                    "`" + order + "` distributes tiles over cubes and PEs together and cannot be combined with `"
                            + other + "`",
                    "name it alone, or for both");
        }
        if (!a.has("tile_m") || !a.has("tile_k")) {
            throw Problems.at(
                    a.span(), TextCode.BAD_POLICY, "`" + order + "` needs tile_m and tile_k", "the extents of a tile");
        }
        // Tiles on the PEs of one cube unless the policy names cubes.
        int cubes = a.has("num_cubes") ? a.count("num_cubes") : cube.equals(order) ? 0 : 1;
        TiledLayout layout = new TiledLayout(
                order.equals("tiled_column_major") ? TiledLayout.Order.COLUMN_MAJOR : TiledLayout.Order.ROW_MAJOR,
                a.integer("tile_m"),
                a.integer("tile_k"),
                cubes,
                a.countOrAll("num_pes"));
        return new PolicyValue(layout, cube, pe);
    }

    @Override
    public String kind() {
        return "a DPPolicy";
    }

    @Override
    public Object member(String name, Place at) {
        return MEMBERS.of(this, name, at);
    }

    @Override
    public String toString() {
        return "DPPolicy(cube='" + cube + "', pe='" + pe + "')";
    }
}
