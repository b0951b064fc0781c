package sectile.python.syntax;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// What the reader makes of a text, for debugging.
public final class SyntaxDump {
    private static final int INDENT = 2;

    private final StringBuilder out = new StringBuilder();

    private SyntaxDump() {}

    /// One token per line: where, what kind, what.
    public static String tokens(SourceFile source, Diagnostics diagnostics) {
        var out = new StringBuilder();
        for (Token token : Lexer.tokens(source, diagnostics)) {
            Span span = token.span(source);
            out.append(span.line())
                    .append(':')
                    .append(span.column())
                    .append(' ')
                    .append(token.kind());
            String text = source.text().substring(token.start(), token.end()).strip();
            if (!text.isEmpty() && token.kind() != Token.Kind.NEWLINE) {
                out.append(' ').append(text.replace("\n", "\\n"));
            }
            out.append('\n');
        }
        return out.toString();
    }

    /// The syntax tree, a node per line, its parts indented below it.
    public static String tree(SourceFile source, Diagnostics diagnostics) {
        var dump = new SyntaxDump();
        dump.node("", Parser.parse(source, diagnostics), 0);
        return dump.out.toString();
    }

    private void node(String label, @Nullable Object value, int depth) {
        switch (value) {
            case null -> {}
            case List<?> items -> {
                for (int i = 0; i < items.size(); i++) {
                    node(label + "[" + i + "] ", items.get(i), depth);
                }
            }
            case Record tree -> {
                out.repeat(" ", depth * INDENT)
                        .append(label)
                        .append(tree.getClass().getSimpleName());
                for (RecordComponent part : tree.getClass().getRecordComponents()) {
                    Object content = content(tree, part);
                    if (isLeaf(content)) {
                        out.append(' ').append(part.getName()).append('=').append(content);
                    } else if (content instanceof Span span && part.getName().equals("span")) {
                        out.append(" @").append(span.line()).append(':').append(span.column());
                    }
                }
                out.append('\n');
                for (RecordComponent part : tree.getClass().getRecordComponents()) {
                    Object content = content(tree, part);
                    if (!isLeaf(content) && !(content instanceof Span)) {
                        node(part.getName() + " ", content, depth + 1);
                    }
                }
            }
            default ->
                out.repeat(" ", depth * INDENT).append(label).append(value).append('\n');
        }
    }

    private static boolean isLeaf(@Nullable Object content) {
        return content != null && !(content instanceof List<?>) && !(content instanceof Record);
    }

    private static @Nullable Object content(Record tree, RecordComponent part) {
        try {
            return Objects.requireNonNull(part.getAccessor()).invoke(tree);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
