package sectile.base.diag;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Turns diagnostics into the text a user sees: headline, position, source line with carets, notes and hint.
///
/// Control characters are shown as pictures, so that neither a file nor its name can drive the terminal.
public final class DiagnosticRenderer {
    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[1;31m";
    private static final String YELLOW = "\u001b[1;33m";
    private static final String BLUE = "\u001b[1;34m";
    private static final String CYAN = "\u001b[1;36m";

    /// A screenful or two: more would not be read at once.
    private static final int MOST_SHOWN = 20;

    private static final int MOST_CHARACTERS = 4000;

    private final boolean colour;

    /// A renderer without colour.
    public DiagnosticRenderer() {
        this(false);
    }

    public DiagnosticRenderer(boolean colour) {
        this.colour = colour;
    }

    /// The diagnostic as lines, each ended by a newline.
    public String render(Diagnostic diagnostic) {
        var out = new StringBuilder();
        int gutter = gutter(diagnostic);
        String colourOfSeverity = colourOf(diagnostic.severity());
        String head = diagnostic.severity().text() + "[" + diagnostic.code() + "]";
        out.append(paint(colourOfSeverity, head))
                .append(paint(BOLD, ": " + indented(diagnostic.message())))
                .append('\n');
        excerpt(out, diagnostic.span(), gutter, colourOfSeverity);
        for (Diagnostic.Note note : diagnostic.notes()) {
            if (note.span().isNone()) {
                remark(out, gutter, "note", note.message());
            }
        }
        if (!diagnostic.hint().isEmpty()) {
            remark(out, gutter, "help", diagnostic.hint());
        }
        for (Diagnostic.Note note : diagnostic.notes()) {
            if (!note.span().isNone()) {
                out.append(paint(CYAN, "note"))
                        .append(": ")
                        .append(indented(note.message()))
                        .append('\n');
                excerpt(out, note.span(), gutter, CYAN);
            }
        }
        return out.toString();
    }

    /// The diagnostics, a blank line between two. Of many, the first ones and how many more there are; errors come
    /// before warnings then.
    public String renderAll(List<Diagnostic> diagnostics) {
        List<Diagnostic> shown = diagnostics;
        if (diagnostics.size() > MOST_SHOWN) {
            shown = diagnostics.stream()
                    .sorted(Comparator.comparing(Diagnostic::severity))
                    .limit(MOST_SHOWN)
                    .toList();
        }
        var out = new StringBuilder();
        for (Diagnostic diagnostic : shown) {
            out.append(out.isEmpty() ? "" : "\n").append(render(diagnostic));
        }
        if (shown.size() < diagnostics.size()) {
            out.append("\nand ")
                    .append(String.format(Locale.ROOT, "%,d", diagnostics.size() - shown.size()))
                    .append(" more\n");
        }
        return out.toString();
    }

    /// `2 errors, 1 warning`, or an empty string if there is nothing to count.
    public static String summary(List<Diagnostic> diagnostics) {
        var out = new StringBuilder();
        for (Severity severity : Severity.values()) {
            long count = diagnostics.stream()
                    .filter(diagnostic -> diagnostic.severity() == severity)
                    .count();
            if (count > 0) {
                out.append(out.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(severity.text())
                        .append(count == 1 ? "" : "s");
            }
        }
        return out.toString();
    }

    private void excerpt(StringBuilder out, Span span, int gutter, String caretColour) {
        if (span.isNone()) {
            return;
        }
        String margin = " ".repeat(gutter);
        out.append(margin)
                .append(paint(BLUE, "-->"))
                .append(' ')
                .append(Printable.line(span.toString()))
                .append('\n');
        if (span.source().text().isEmpty()) {
            return;
        }
        int line = span.line();
        var excerpt = Excerpt.of(span);
        String number = Integer.toString(line);
        String empty = margin + " " + paint(BLUE, "|");
        out.append(empty).append('\n');
        out.append(" ".repeat(gutter - number.length()))
                .append(paint(BLUE, number + " |"))
                .append(excerpt.text().isEmpty() ? "" : " ")
                .append(excerpt.text())
                .append('\n');
        out.append(empty)
                .append(' ')
                .append(" ".repeat(excerpt.indent()))
                .append(paint(caretColour, "^".repeat(excerpt.width())))
                .append('\n');
    }

    private void remark(StringBuilder out, int gutter, String kind, String text) {
        String margin = " ".repeat(gutter + 1);
        String continuation = "\n" + margin + " ".repeat(kind.length() + 4);
        out.append(margin)
                .append(paint(BLUE, "="))
                .append(' ')
                .append(paint(BOLD, kind))
                .append(": ")
                .append(Printable.text(bounded(text)).replace("\n", continuation))
                .append('\n');
    }

    /// A line break in a message, perhaps from a file name, must not look like the start of another message.
    private static String indented(String message) {
        return Printable.text(bounded(message)).replace("\n", "\n  ");
    }

    /// A message may quote what a file holds, however long that is.
    private static String bounded(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }

    private static int gutter(Diagnostic diagnostic) {
        int line = diagnostic.span().line();
        for (Diagnostic.Note note : diagnostic.notes()) {
            line = Math.max(line, note.span().line());
        }
        return Integer.toString(line).length();
    }

    private static String colourOf(Severity severity) {
        return switch (severity) {
            case ERROR -> RED;
            case WARNING -> YELLOW;
            case NOTE -> CYAN;
        };
    }

    private String paint(String code, String text) {
        return colour ? code + text + RESET : text;
    }
}
