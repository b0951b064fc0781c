package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;

/// One case of `malformed.txt`: a wrong topology and what must be said about it.
record MalformedCase(String name, String yaml, List<String> settings, List<Expected> expected) {
    private static final String SET = "--set ";
    private static final Pattern MARK = Pattern.compile("\\s*#(<|!|\\s*\\^) ([A-Z]+-\\d+) ([^|]*)(?:\\| (.*))?");

    /// A diagnostic at a line and column of a source (`""` for anywhere outside the case), with parts of its
    /// message and hint.
    record Expected(String source, int line, int column, String code, String message, String hint) {
        boolean matches(Diagnostic found) {
            String where = found.span().source().name();
            boolean placed = source.isEmpty()
                    ? !where.equals("case.yaml") && !where.equals("--set")
                    : where.equals(source)
                            && found.span().line() == line
                            && found.span().column() == column;
            boolean hinted = found.hint().contains(hint);
            return placed
                    && hinted
                    && found.code().equals(code)
                    && found.message().contains(message);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /// The cases of a text; what is before the first one explains the format.
    static List<MalformedCase> parse(String text) {
        List<MalformedCase> cases = new ArrayList<>();
        String[] blocks = text.split("(?m)^=== ", -1);
        for (int i = 1; i < blocks.length; i++) {
            List<String> lines = blocks[i].lines().toList();
            cases.add(parse(lines.getFirst().strip(), lines.subList(1, lines.size())));
        }
        return cases;
    }

    private static MalformedCase parse(String name, List<String> lines) {
        List<String> settings = new ArrayList<>();
        List<String> yaml = new ArrayList<>();
        List<Expected> expected = new ArrayList<>();
        boolean afterSetting = false;
        int offending = 0;
        for (String line : lines) {
            Matcher mark = MARK.matcher(line);
            if (mark.matches()) {
                int column = mark.group(1).equals("<") ? 1 : line.indexOf('^') + 1;
                String source = mark.group(1).equals("!") ? "" : afterSetting ? "--set" : "case.yaml";
                expected.add(new Expected(
                        source,
                        afterSetting ? 1 : offending,
                        afterSetting && column > 1 ? column - SET.length() : column,
                        mark.group(2),
                        mark.group(3).strip(),
                        mark.group(4) == null ? "" : mark.group(4).strip()));
                // The mark stays in the file as a comment, unless it belongs to a setting.
                yaml.add(afterSetting ? "" : line);
            } else if (line.startsWith(SET)) {
                settings.add(line.substring(SET.length()));
                afterSetting = true;
                yaml.add("");
            } else {
                afterSetting = false;
                yaml.add(line);
                offending = yaml.size();
            }
        }
        if (expected.isEmpty()) {
            throw new IllegalArgumentException("the case " + name + " expects nothing");
        }
        return new MalformedCase(name, String.join("\n", yaml) + "\n", settings, expected);
    }
}
