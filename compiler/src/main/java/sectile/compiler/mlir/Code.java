package sectile.compiler.mlir;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The lines of a function, and names for its values.
final class Code {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Integer> names = new HashMap<>();
    private int depth = 1;

    void line(String line) {
        text.append(INDENT.repeat(depth)).append(line).append('\n');
    }

    /// Lines inside braces; a head that was printed before is empty.
    void block(String head, Runnable inside, String end) {
        if (!head.isEmpty()) {
            line(head);
        }
        depth++;
        inside.run();
        depth--;
        line(end);
    }

    /// A name that no other value of the function has.
    String fresh(String wanted) {
        String stem = wanted.replaceAll("[^A-Za-z0-9_]", "_");
        int count = names.merge(stem, 1, Integer::sum);
        if (count == 1) {
            return "%" + stem;
        }
        String name = stem + "_n" + count;
        return names.putIfAbsent(name, 1) == null ? "%" + name : fresh(wanted);
    }

    /// The result of an operation.
    Value define(String wanted, String type, String operation) {
        var value = new Value(fresh(wanted), type);
        line(value.name() + " = " + operation);
        return value;
    }

    Value index(long value) {
        return define("c", "index", "arith.constant " + value + " : index");
    }

    /// `%a, %b`
    static String names(List<Value> values) {
        return values.stream().map(Value::name).collect(Collectors.joining(", "));
    }

    /// `f32, index`
    static String types(List<Value> values) {
        return values.stream().map(Value::type).collect(Collectors.joining(", "));
    }

    /// A value that a branch decides.
    Value choose(Value condition, String type, Supplier<Value> then, Supplier<Value> otherwise) {
        String name = fresh("chosen");
        block(
                name + " = scf.if " + condition.name() + " -> (" + type + ") {",
                () -> line("scf.yield " + then.get().name() + " : " + type),
                "} else {");
        block("", () -> line("scf.yield " + otherwise.get().name() + " : " + type), "}");
        return new Value(name, type);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
