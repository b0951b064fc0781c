package sectile.interp.existing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the comments of a program text expect:
///
/// - `#: program NAME`, `#: entry NAME`, `#: ranks N`, `#: set NAME=VALUE`, `#: input NAME=SOURCE` as on the command
///   line;
/// - `#: expect out[i, j] = EXPRESSION`: every element of an output, from the inputs as they were before the run;
///   `#: tolerance T` says how exact;
/// - `#: run` begins another run of the same text;
/// - `#: check` for a program that is not run, `#: warning CODE` for one that is warned of;
/// - `# error[CODE] col N: text` at the end of a line that is refused, `#: fails CODE` for a run that fails.
record Case(Path path, String text, List<Execution> runs, List<Refusal> refusals, List<String> warnings) {
    private static final Pattern REFUSAL = Pattern.compile("# error\\[(LANG-\\d+)\\] col (\\d+): (.*)$");

    record Refusal(String code, int line, int column, String message) {}

    /// One run of the text.
    static final class Execution {
        String program = "";
        String entry = "";
        String fails = "";
        int ranks = 1;
        double tolerance = 1e-6;
        boolean checkOnly;
        final Map<String, String> settings = new LinkedHashMap<>();
        final Map<String, String> inputs = new LinkedHashMap<>();
        final Map<String, String> expected = new LinkedHashMap<>();
    }

    static Case of(Path path, String text) {
        var runs = new ArrayList<Execution>(List.of(new Execution()));
        var refusals = new ArrayList<Refusal>();
        var warnings = new ArrayList<String>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#: ")) {
                directive(path, line.substring(3).strip(), runs, warnings);
            }
            Matcher matcher = REFUSAL.matcher(line);
            if (matcher.find()) {
                refusals.add(
                        new Refusal(matcher.group(1), i + 1, Integer.parseInt(matcher.group(2)), matcher.group(3)));
            }
        }
        return new Case(path, text, runs, refusals, warnings);
    }

    private static void directive(Path path, String text, List<Execution> runs, List<String> warnings) {
        String key = text.contains(" ") ? text.substring(0, text.indexOf(' ')) : text;
        String rest = text.substring(key.length()).strip();
        Execution run = runs.getLast();
        switch (key) {
            case "run" -> runs.add(new Execution());
            case "program" -> run.program = rest;
            case "entry" -> run.entry = rest;
            case "fails" -> run.fails = rest;
            case "ranks" -> run.ranks = Integer.parseInt(rest);
            case "tolerance" -> run.tolerance = Double.parseDouble(rest);
            case "check" -> run.checkOnly = true;
            case "warning" -> warnings.add(rest);
            case "set" -> put(run.settings, rest, '=');
            case "input" -> put(run.inputs, rest, '=');
            case "expect" -> put(run.expected, rest, '=');
            default -> throw new IllegalArgumentException(path + ": unknown directive " + text);
        }
    }

    private static void put(Map<String, String> into, String text, char separator) {
        int at = text.indexOf(separator);
        into.put(text.substring(0, at).strip(), text.substring(at + 1).strip());
    }

    @Override
    public String toString() {
        return path.getFileName().toString();
    }
}
