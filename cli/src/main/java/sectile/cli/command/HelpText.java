package sectile.cli.command;

import com.beust.jcommander.ParameterDescription;
import java.util.ArrayList;
import java.util.List;

/// The help of one verb, made from what the command says about itself.
public final class HelpText {
    /// Columns of a line.
    private static final int WIDTH = 110;
    /// Columns that are left for what is explained, however long its name is.
    private static final int NARROWEST = 40;

    private HelpText() {}

    public static String of(Command command) {
        var options = new OptionReader(command).options();
        var out = new StringBuilder();
        out.append("sectile ")
                .append(command.name())
                .append(" - ")
                .append(command.summary())
                .append("\n\n");
        out.append("usage: sectile ").append(command.name());
        if (!options.isEmpty()) {
            out.append(" [OPTION...]");
        }
        if (!command.operands().usage().isEmpty()) {
            out.append(' ').append(command.operands().usage());
        }
        out.append('\n');
        if (!command.description().isEmpty()) {
            out.append('\n');
            wrapped(command.description(), WIDTH)
                    .forEach(line -> out.append(line).append('\n'));
        }
        if (!options.isEmpty()) {
            out.append("\noptions:\n").append(table(rows(options)));
        }
        out.append("\nexamples:\n");
        out.append(table(command.examples().stream()
                .map(example -> new Row("sectile " + example.words(), example.does()))
                .toList()));
        return out.toString();
    }

    /// A line of two columns.
    public record Row(String left, String right) {}

    /// Two columns, the second one aligned.
    public static String table(List<Row> rows) {
        int width = rows.stream().mapToInt(row -> row.left().length()).max().orElse(0);
        var out = new StringBuilder();
        for (Row row : rows) {
            String left = row.left();
            List<String> right = wrapped(row.right(), Math.max(NARROWEST, WIDTH - width - 4));
            for (String line : right.isEmpty() ? List.of("") : right) {
                out.append(("  " + left + " ".repeat(width - left.length()) + "  " + line).stripTrailing())
                        .append('\n');
                left = "";
            }
        }
        return out.toString();
    }

    /// The words of a text on lines of at most this width.
    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (String word : text.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        if (!line.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }

    private static List<Row> rows(List<ParameterDescription> options) {
        var rows = new ArrayList<Row>();
        for (ParameterDescription option : options) {
            String placeholder = option.getParameter().placeholder();
            String value = placeholder.isEmpty() ? "" : " " + placeholder;
            rows.add(new Row(option.getNames() + value, option.getDescription()));
        }
        return rows;
    }
}
