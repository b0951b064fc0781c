package sectile.base.yaml;

import java.util.stream.Collectors;

/// Prints a document as YAML that reads back as the same document: maps in lines of their own, lists and small maps of
/// scalars in one line.
public final class YamlWriter {
    private static final int WIDTH = 100;

    private YamlWriter() {}

    public static String text(YamlMap document) {
        var out = new StringBuilder();
        write(document, 0, out);
        return out.toString();
    }

    private static void write(YamlMap map, int indent, StringBuilder out) {
        for (YamlMap.Entry entry : map.entries().values()) {
            out.append("  ".repeat(indent)).append(quoted(entry.key(), false)).append(':');
            String line = inline(entry.value());
            boolean fits = 2 * indent + entry.key().length() + 2 + line.length() <= WIDTH;
            switch (entry.value()) {
                case YamlMap inner
                when !inner.entries().isEmpty() && !(isFlat(inner) && fits) -> {
                    out.append('\n');
                    write(inner, indent + 1, out);
                }
                case YamlMap inner -> out.append(' ').append(line).append('\n');
                case YamlList list -> out.append(' ').append(line).append('\n');
                case YamlScalar scalar -> out.append(' ').append(line).append('\n');
            }
        }
    }

    private static boolean isFlat(YamlMap map) {
        return map.entries().values().stream().allMatch(entry -> entry.value() instanceof YamlScalar);
    }

    private static String inline(YamlNode node) {
        return switch (node) {
            case YamlMap map ->
                map.entries().values().stream()
                        .map(entry -> quoted(entry.key(), false) + ": " + inline(entry.value()))
                        .collect(Collectors.joining(", ", "{ ", " }"));
            case YamlList list ->
                list.items().stream().map(YamlWriter::inline).collect(Collectors.joining(", ", "[", "]"));
            case YamlScalar scalar -> quoted(scalar.text(), scalar.quoted());
        };
    }

    /// A plain scalar stays plain; text is quoted, so that it does not become a number.
    private static String quoted(String text, boolean isText) {
        if (!isText && (text.isEmpty() || text.matches("[A-Za-z0-9_+.][A-Za-z0-9_+./*-]*|-[0-9.][0-9.e+-]*"))) {
            return text;
        }
        var out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                default -> out.append(c < ' ' || c == 0x7f ? String.format("\\x%02x", (int) c) : String.valueOf(c));
            }
        }
        return out.append('"').toString();
    }
}
