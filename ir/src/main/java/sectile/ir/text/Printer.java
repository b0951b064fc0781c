package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.rewrite.Writes;
import sectile.ir.symbol.FunctionKind;

/// Programs as text that reads back structurally equal.
public final class Printer {
    private Printer() {}

    public static String print(Program program) {
        var text = new StringBuilder();
        text.append("import pypto.language as pl\n");

        text.append("import pypto.language.distributed as pld\n\n\n");

        text.append("@pl.program\nclass ")
                .append(Naming.identifier(program.name()))
                .append(":\n");
        if (!program.commGroups().isEmpty()) {
            text.append("    comm_groups = [")
                    .append(program.commGroups().stream()
                            .map(Printer::commGroup)
                            .collect(Collectors.joining(", ")))
                    .append("]\n\n");
        }
        for (int i = 0; i < program.functions().size(); i++) {
            if (i > 0) {
                text.append('\n');
            }
            function(program, program.functions().get(i), text);
        }
        if (program.functions().isEmpty()) {
            text.append("    pass\n");
        }
        return text.toString();
    }

    /// One function, as a method of its program.
    public static String print(Function function) {
        var text = new StringBuilder();
        function(Program.of(function.name(), List.of(function)), function, text);
        return text.toString();
    }

    /// A type as an annotation.
    public static String print(Type type) {
        return new TypePrinter(new ExpressionPrinter(new Naming())).print(type);
    }

    private static String commGroup(CommGroup group) {
        var expressions = new ExpressionPrinter(new Naming());
        String slots =
                group.slots().stream().map(s -> window(s, expressions)).collect(Collectors.joining(", ", "[", "]"));
        return "pld.CommGroup(devices=" + group.devices() + ", slots=" + slots + ")";
    }

    private static String window(WindowBuffer slot, ExpressionPrinter expressions) {
        return "pld.WindowBuffer(" + Literals.string(slot.name()) + ", " + expressions.print(slot.size()) + ", dtype="
                + slot.dtype().surface() + (slot.loadFromHost() ? ", load_from_host=True" : "")
                + (slot.storeToHost() ? ", store_to_host=True" : "") + ")";
    }

    private static void function(Program program, Function function, StringBuilder text) {
        Writes writes = Writes.of(function, program::find);
        var naming = new Naming();
        var expressions = new ExpressionPrinter(naming);
        var types = new TypePrinter(expressions);
        text.append("    @pl.function(")
                .append(decoration(function, expressions))
                .append(")\n");
        text.append("    def ").append(function.name()).append("(self");
        for (Param param : function.params()) {
            String type = types.print(param.type());
            text.append(", ")
                    .append(naming.of(param.variable()))
                    .append(": ")
                    .append(param.marks()
                            .around(
                                    switch (param.direction()) {
                                        // A reader would infer another direction for one that is written.
                                        case IN -> writes.isWritten(param) ? "pl.In[" + type + "]" : type;
                                        case OUT -> "pl.Out[" + type + "]";
                                        case INOUT -> "pl.InOut[" + type + "]";
                                    }));
        }
        text.append(')').append(results(function, types)).append(":\n");
        new StatementPrinter(text, naming, expressions, types).body(function.body(), 2);
    }

    private static String decoration(Function function, ExpressionPrinter expressions) {
        var parts = new ArrayList<String>();
        if (function.kind() != FunctionKind.OPAQUE) {
            parts.add("type=" + function.kind().surface());
        }
        if (function.level() != null) {
            parts.add("level=" + function.level().surface());
        }
        if (function.role() != null) {
            parts.add("role=" + function.role().surface());
        }
        Attrs attrs = function.attrs();
        for (String own : List.of("external_source", "auto_scope")) {
            if (attrs.has(own)) {
                parts.add(own + "=" + expressions.attribute(attrs.find(own).orElseThrow()));
                attrs = attrs.without(own);
            }
        }
        if (!attrs.isEmpty()) {
            parts.add("attrs=" + expressions.dictionary(attrs));
        }
        return String.join(", ", parts);
    }

    private static String results(Function function, TypePrinter types) {
        // Extents that the body computes cannot be named in the signature; they follow from the `return`.
        if (!function.results().stream().allMatch(Printer::isClosed)) {
            return "";
        }
        return switch (function.results().size()) {
            case 0 -> " -> None";
            case 1 -> " -> " + types.print(function.results().getFirst());
            default ->
                " -> pl.Tuple["
                        + function.results().stream().map(types::print).collect(Collectors.joining(", ", "[", "]"))
                        + "]";
        };
    }

    private static boolean isClosed(Type type) {
        return !(type instanceof Shaped shaped) || shaped.shape().stream().allMatch(Printer::isClosed);
    }

    private static boolean isClosed(Expr extent) {
        return extent instanceof ConstInt
                || extent instanceof Dim
                || sectile.ir.expr.Dims.constant(extent).isPresent();
    }
}
