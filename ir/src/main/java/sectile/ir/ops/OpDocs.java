package sectile.ir.ops;

import java.util.List;
import java.util.stream.Collectors;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Op;
import sectile.ir.expr.Operand;
import sectile.ir.symbol.MemorySpace;

/// The reference of all ops, as Markdown, from the registry.
public final class OpDocs {
    private OpDocs() {}

    /// The whole page.
    public static String markdown() {
        var text = new StringBuilder();
        text.append("# Ops\n\n");
        text.append(
                "Every op of the language, from the registry. Do not edit: run the test `OpDocsTest` with `-Dsectile.approve=true`.\n");
        text.append(
                "`pl.add` and other short spellings choose between `pl.tensor.add` and `pl.tile.add` by their operands.\n\n");
        text.append(
                "**R** read, **W** written, **RW** both. `[x]` may be left out. *Internal* ops are made by passes.\n");
        String family = "";
        for (Op op : Ops.standard().all()) {
            String name = op.surface();
            String own = name.substring(0, name.lastIndexOf('.'));
            if (!own.equals(family)) {
                family = own;
                text.append("\n## ").append(family).append('\n');
            }
            op(op, text);
        }
        return text.toString();
    }

    private static void op(Op op, StringBuilder text) {
        String operands = op.operands().stream()
                .map(o -> o.optional() ? "[" + o.name() + "]" : o.name())
                .collect(Collectors.joining(", "));
        text.append("\n### `").append(op.surface()).append('(').append(operands).append(")`\n\n");
        text.append(op.doc()).append("\n\n").append("`").append(op.formula()).append("`");
        text.append(" · ").append(SemanticsText.of(op.semantics())).append('\n');
        if (!op.operands().isEmpty() || !op.attributes().isEmpty()) {
            text.append("\n| | | |\n|---|---|---|\n");
        }
        for (Operand operand : op.operands()) {
            text.append("| `")
                    .append(operand.name())
                    .append("` | ")
                    .append(operand.kind().text())
                    .append(effect(op, operand))
                    .append(spaces(operand))
                    .append(" | ")
                    .append(operand.doc())
                    .append(" |\n");
        }
        for (Attribute attribute : op.attributes()) {
            text.append("| `")
                    .append(attribute.name())
                    .append("=` | ")
                    .append(attribute.kind().text().replace("|", "\\|"))
                    .append(attribute
                            .defaultValue()
                            .map(d -> ", default " + shown(d))
                            .orElse(attribute.optional() ? ", optional" : ", required"))
                    .append(" | ")
                    .append(attribute.doc())
                    .append(" |\n");
        }
        List<String> traits = OpTraits.of(op);
        if (!traits.isEmpty()) {
            text.append('\n').append(String.join(" · ", traits)).append('\n');
        }
    }

    private static String shown(Attr value) {
        return Describe.attr(value);
    }

    private static String effect(Op op, Operand operand) {
        String base = letter(op.effect(operand, Attrs.EMPTY));
        String more = operand.conditional().stream()
                .map(c -> letter(c.effect()) + " with " + c.attribute() + "="
                        + c.value().surface())
                .filter(m -> !m.startsWith(base + " "))
                .collect(Collectors.joining(", "));
        return base.isEmpty() ? "" : ", **" + base + "**" + (more.isEmpty() ? "" : " (" + more + ")");
    }

    private static String letter(Effect effect) {
        return switch (effect) {
            case NONE -> "";
            case READ -> "R";
            case WRITE -> "W";
            case READ_WRITE -> "RW";
        };
    }

    private static String spaces(Operand operand) {
        return operand.spaces().isEmpty()
                ? ""
                : ", in "
                        + operand.spaces().stream()
                                .map(MemorySpace::surfaceName)
                                .collect(Collectors.joining("/"));
    }
}
