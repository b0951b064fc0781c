package sectile.cli.command;

import com.beust.jcommander.ParameterDescription;
import java.util.ArrayList;
import java.util.List;

/// The help of one verb, made from what the command says about itself.
public final class HelpText {
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
            out.append('\n').append(command.description().strip()).append('\n');
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
            String line = "  " + row.left() + " ".repeat(width - row.left().length()) + "  " + row.right();
            out.append(line.stripTrailing()).append('\n');
        }
        return out.toString();
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
