package sectile.cli.ops;

import java.util.List;
import java.util.Locale;
import sectile.base.json.JsonWriter;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Op;
import sectile.ir.expr.Operand;
import sectile.ir.ops.OpTraits;
import sectile.ir.ops.SemanticsText;
import sectile.sim.component.MathOp;
import sectile.sim.kernel.TlOperation;
import sectile.sim.kernel.TlParameter;

/// Ops and operations as a JSON document.
final class OpsJson {
    private OpsJson() {}

    static void write(JsonWriter json, List<Op> ops, List<TlOperation> rows) {
        json.beginObject().member("ok", true).name("ops").beginArray();
        ops.forEach(op -> write(json, op));
        json.endArray().name("tl").beginArray();
        rows.forEach(row -> write(json, row));
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, Op op) {
        json.beginObject()
                .member("name", op.surface())
                .member("doc", op.doc())
                .member("formula", op.formula())
                .member("semantics", SemanticsText.of(op.semantics()))
                .member("operator", op.operator());
        json.name("operands").beginArray();
        for (Operand operand : op.operands()) {
            json.beginObject()
                    .member("name", operand.name())
                    .member("kind", operand.kind().text())
                    .member("effect", OpsText.effect(op.effect(operand, Attrs.EMPTY)))
                    .member("optional", operand.optional())
                    .member("doc", operand.doc())
                    .endObject();
        }
        json.endArray().name("attributes").beginArray();
        for (Attribute attribute : op.attributes()) {
            json.beginObject()
                    .member("name", attribute.name())
                    .member("kind", attribute.kind().text())
                    .member("required", attribute.required())
                    .member(
                            "default",
                            attribute.defaultValue().map(Describe::attr).orElse(""))
                    .member("doc", attribute.doc())
                    .endObject();
        }
        json.endArray().name("traits").beginArray();
        OpTraits.of(op).forEach(json::value);
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, TlOperation row) {
        json.beginObject()
                .member("name", "tl." + row.name())
                .member("family", row.family().title())
                .member("doc", row.doc())
                .member("engine", row.engine().name().toLowerCase(Locale.ROOT))
                .member("cost", row.cost().map(MathOp::text).orElse(""))
                .member("operator", row.operator());
        json.name("parameters").beginArray();
        for (TlParameter parameter : row.parameters()) {
            json.beginObject()
                    .member("name", parameter.name())
                    .member("kind", parameter.kind().expected())
                    .member("required", parameter.isRequired())
                    .member("default", parameter.fallback())
                    .endObject();
        }
        json.endArray().endObject();
    }
}
