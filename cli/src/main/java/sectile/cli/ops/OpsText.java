package sectile.cli.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import sectile.cli.command.HelpText;
import sectile.cli.command.HelpText.Row;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Op;
import sectile.ir.expr.Operand;
import sectile.ir.ops.OpTraits;
import sectile.ir.ops.SemanticsText;
import sectile.ir.symbol.MemorySpace;
import sectile.sim.component.MathOp;
import sectile.sim.kernel.TlOperation;
import sectile.sim.kernel.TlParameter;

/// Ops and operations as text.
final class OpsText {
    private OpsText() {}

    /// A line for each, by family.
    static String list(List<Op> ops, List<TlOperation> rows) {
        var text = new StringBuilder();
        ops.stream()
                .filter(op -> !op.internal())
                .map(OpsText::family)
                .distinct()
                .forEach(family -> section(
                        text,
                        family,
                        ops.stream()
                                .filter(op -> !op.internal() && family(op).equals(family))
                                .map(op -> new Row(op.simpleName(), op.doc()))
                                .toList()));
        for (TlOperation.Family family : TlOperation.Family.values()) {
            section(
                    text,
                    "tl: " + family.title().toLowerCase(Locale.ROOT),
                    rows.stream()
                            .filter(row -> row.family() == family)
                            .map(row -> new Row(row.signature(), row.doc()))
                            .toList());
        }
        return text.append("sectile ops NAME explains one of them.\n").toString();
    }

    private static void section(StringBuilder text, String title, List<Row> rows) {
        text.append(title).append('\n').append(HelpText.table(rows)).append('\n');
    }

    private static String family(Op op) {
        return op.surface().substring(0, op.surface().lastIndexOf('.'));
    }

    static String details(List<Op> ops, List<TlOperation> rows) {
        var all = new ArrayList<String>();
        ops.forEach(op -> all.add(op(op)));
        rows.forEach(row -> all.add(row(row)));
        return String.join("\n", all);
    }

    private static String op(Op op) {
        String operands = op.operands().stream()
                .map(o -> o.optional() ? "[" + o.name() + "]" : o.name())
                .collect(Collectors.joining(", "));
        var text = new StringBuilder();
        text.append(op.surface()).append('(').append(operands).append(")\n");
        text.append("  ").append(op.doc()).append("\n  ").append(op.formula()).append('\n');
        var rows = new ArrayList<Row>();
        op.operands().forEach(o -> rows.add(new Row(o.name(), operand(op, o) + ": " + o.doc())));
        op.attributes().forEach(a -> rows.add(new Row(a.name() + "=", attribute(a) + ": " + a.doc())));
        text.append(HelpText.table(rows));
        text.append("  semantics: ").append(SemanticsText.of(op.semantics())).append('\n');
        if (!op.operator().isEmpty()) {
            text.append("  operator: ").append(op.operator()).append('\n');
        }
        List<String> traits = OpTraits.of(op);
        if (!traits.isEmpty()) {
            text.append("  traits: ").append(String.join("; ", traits)).append('\n');
        }
        return text.toString();
    }

    private static String operand(Op op, Operand operand) {
        String effect = effect(op.effect(operand, Attrs.EMPTY));
        String spaces = operand.spaces().stream().map(MemorySpace::surfaceName).collect(Collectors.joining("/"));
        return operand.kind().text()
                + (effect.isEmpty() ? "" : ", " + effect)
                + (spaces.isEmpty() ? "" : ", in " + spaces)
                + (operand.optional() ? ", optional" : "");
    }

    static String effect(Effect effect) {
        return switch (effect) {
            case NONE -> "";
            case READ -> "read";
            case WRITE -> "written";
            case READ_WRITE -> "read and written";
        };
    }

    private static String attribute(Attribute attribute) {
        return attribute.kind().text()
                + attribute
                        .defaultValue()
                        .map(value -> ", default " + Describe.attr(value))
                        .orElse(attribute.optional() ? ", optional" : ", required");
    }

    private static String row(TlOperation row) {
        var text = new StringBuilder();
        text.append("tl.")
                .append(row.signature())
                .append("\n  ")
                .append(row.doc())
                .append('\n');
        text.append(HelpText.table(row.parameters().stream()
                .map(parameter -> new Row(parameter.name(), parameter(parameter)))
                .toList()));
        text.append("  engine: ").append(row.engine().text()).append('\n');
        row.cost()
                .map(MathOp::text)
                .ifPresent(key -> text.append("  cost key: ").append(key).append('\n'));
        if (!row.operator().isEmpty()) {
            text.append("  also written: ").append(row.operator()).append('\n');
        }
        return text.toString();
    }

    private static String parameter(TlParameter parameter) {
        return parameter.kind().expected() + (parameter.isRequired() ? "" : ", default " + parameter.fallback());
    }
}
