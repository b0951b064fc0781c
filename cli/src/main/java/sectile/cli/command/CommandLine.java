package sectile.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// The words the user typed, as a source that diagnostics can point into.
public final class CommandLine {
    private static final String PROGRAM = "sectile";

    private final List<String> words;
    private final List<Span> spans = new ArrayList<>();
    private final Span end;

    public CommandLine(List<String> words) {
        this.words = List.copyOf(words);
        var text = new StringBuilder(PROGRAM);
        var starts = new int[words.size()];
        var ends = new int[words.size()];
        for (int i = 0; i < words.size(); i++) {
            starts[i] = text.append(' ').length();
            ends[i] = text.append(shown(words.get(i))).length();
        }
        int length = text.append(' ').length();
        var source = new SourceFile("command line", text.toString());
        for (int i = 0; i < words.size(); i++) {
            spans.add(new Span(source, starts[i], ends[i]));
        }
        end = new Span(source, length - 1, length);
    }

    public List<String> words() {
        return words;
    }

    /// Where each word is.
    public List<Span> spans() {
        return List.copyOf(spans);
    }

    public Span span(int word) {
        return spans.get(word);
    }

    /// Where a further word would be.
    public Span end() {
        return end;
    }

    /// Lets a diagnostic about something that was typed point there: one without a position whose message has a word,
    /// or a part of a word between `=` and `,`, in backticks; and one about a setting of the topology.
    public Diagnostic locate(Diagnostic diagnostic) {
        Span span = diagnostic.span();
        boolean setting = span.source().name().equals("--set");
        if (!span.isNone() && !setting) {
            return diagnostic;
        }
        for (int i = words.size() - 1; i >= 0; i--) {
            if (setting ? words.get(i).endsWith(span.source().text()) : isQuoted(words.get(i), diagnostic.message())) {
                return diagnostic.at(spans.get(i));
            }
        }
        // `--ranks 3` is short for a setting.
        int ranks = setting ? words.indexOf("--ranks") + 1 : 0;
        return ranks > 0 && ranks < words.size() ? diagnostic.at(spans.get(ranks)) : diagnostic;
    }

    private static boolean isQuoted(String word, String message) {
        return Stream.concat(Stream.of(word), Pattern.compile("[=,]").splitAsStream(word))
                .anyMatch(part -> !part.isEmpty() && message.contains("`" + part + "`"));
    }

    /// Words that a shell would take apart are shown in quotes; the excerpt has one line.
    private static String shown(String word) {
        String line = word.replace('\n', ' ').replace('\r', ' ');
        return line.isEmpty() || line.contains(" ") ? "'" + line + "'" : line;
    }
}
