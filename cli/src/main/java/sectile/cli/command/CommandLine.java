package sectile.cli.command;

import java.util.ArrayList;
import java.util.List;
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

    /// Where each word stands.
    public List<Span> spans() {
        return List.copyOf(spans);
    }

    public Span span(int word) {
        return spans.get(word);
    }

    /// Where a further word would stand.
    public Span end() {
        return end;
    }

    /// Words that a shell would take apart are shown in quotes; the excerpt has one line.
    private static String shown(String word) {
        String line = word.replace('\n', ' ').replace('\r', ' ');
        return line.isEmpty() || line.contains(" ") ? "'" + line + "'" : line;
    }
}
