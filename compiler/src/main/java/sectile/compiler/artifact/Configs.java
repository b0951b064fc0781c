package sectile.compiler.artifact;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import sectile.base.json.JsonWriter;
import sectile.compiler.CompiledProgram;
import sectile.compiler.pass.PassProfile;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;

/// The JSON files of a compiled program. They say what the program says; nothing is worked out here.
final class Configs {
    private Configs() {}

    /// Functions with their files, kinds and parameters.
    static String kernels(CompiledProgram compiled, List<Function> functions) {
        var text = new StringBuilder();
        try (var json = JsonWriter.pretty(text)) {
            json.beginObject().name("functions").beginArray();
            for (Function function : functions) {
                json.beginObject()
                        .member("file", Layout.directory(function) + "/" + function.name() + ".py")
                        .member("kind", function.kind().surface())
                        .member(
                                "level",
                                Optional.ofNullable(function.level())
                                        .map(Enum::name)
                                        .orElse(""))
                        .member("name", function.name())
                        .name("params")
                        .beginArray();
                for (Param param : function.params()) {
                    json.beginObject()
                            .member("constant", param.marks().constant())
                            .member("direction", param.direction().name())
                            .member("name", param.name())
                            .member("on_device", param.marks().onDevice())
                            .member("type", param.type().toString())
                            .endObject();
                }
                json.endArray().endObject();
            }
            json.endArray()
                    .member("program", compiled.program().name())
                    .member("target", compiled.target().name())
                    .endObject();
        }
        return text.toString();
    }

    /// Where the tiles of each function lie.
    static String memory(CompiledProgram compiled) {
        var text = new StringBuilder();
        try (var json = JsonWriter.pretty(text)) {
            json.beginObject().name("functions").beginArray();
            for (Function function : compiled.program().functions()) {
                var tiles = new TreeMap<String, TileType>();
                Walk.each(function.body(), s -> {
                    for (Var variable : Walk.definitions(s)) {
                        if (variable.type() instanceof TileType tile && tile.memref() != null) {
                            tiles.put(variable.name(), tile);
                        }
                    }
                });
                if (tiles.isEmpty()) {
                    continue;
                }
                json.beginObject().member("name", function.name()).name("tiles").beginArray();
                tiles.forEach((name, tile) -> tile(json, name, tile));
                json.endArray().endObject();
            }
            json.endArray().endObject();
        }
        return text.toString();
    }

    private static void tile(JsonWriter json, String name, TileType tile) {
        MemRef memref = java.util.Objects.requireNonNull(tile.memref());
        json.beginObject()
                .member("buffer", memref.toString())
                .member("dtype", tile.dtype().name())
                .member("name", name)
                .member("shape", tile.shape().toString())
                .member("space", String.valueOf(tile.space()))
                .endObject();
    }

    /// How long each pass took and how large the program was after it.
    static String profile(List<PassProfile.Row> rows) {
        var text = new StringBuilder();
        try (var json = JsonWriter.pretty(text)) {
            json.beginObject().name("passes").beginArray();
            for (PassProfile.Row row : rows) {
                json.beginObject()
                        .member("name", row.pass())
                        .member("nanoseconds", row.nanoseconds())
                        .member("nodes", row.nodes())
                        .endObject();
            }
            json.endArray().endObject();
        }
        return text.toString();
    }
}
