package sectile.check;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.check.problem.CheckCode;

/// An order that shows a mistake, as a small text file.
///
/// @param cause the finding, as [Finding#cause()] names it
/// @param hash of the text of the program
/// @param ranks how many
/// @param words the command line that found it, after `sectile`
/// @param choices as [Finding#choices()]
public record Counterexample(String cause, String hash, int ranks, List<String> words, List<String> choices) {
    private static final String HEAD = "sectile counterexample 1";
    private static final int MOST_RANKS = 1 << 20;

    public Counterexample {
        words = List.copyOf(words);
        choices = List.copyOf(choices);
    }

    /// A hash of the text of a program.
    public static String hash(String program) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(program.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The content of the file.
    public String text() {
        var lines = new ArrayList<String>();
        lines.add(HEAD);
        lines.add("# replay with: sectile replay FILE");
        lines.add("cause " + cause);
        lines.add("program " + hash);
        lines.add("ranks " + ranks);
        words.forEach(word -> lines.add("word " + word));
        choices.forEach(choice -> lines.add("choice " + choice));
        return String.join("\n", lines) + "\n";
    }

    /// Reads the content of a file.
    ///
    /// @throws DiagnosticException CHECK-110 when it is not one
    public static Counterexample parse(SourceFile file) {
        String cause = "";
        String hash = "";
        int ranks = 0;
        var words = new ArrayList<String>();
        var choices = new ArrayList<String>();
        int at = 0;
        boolean head = true;
        for (String line : file.text().split("\n", -1)) {
            var span = new Span(file, at, at + line.length());
            at += line.length() + 1;
            if (head) {
                require(line.equals(HEAD), span, "expected `" + HEAD + "`");
                head = false;
            } else if (!line.isBlank() && !line.startsWith("#")) {
                int space = line.indexOf(' ');
                require(space > 0, span, "expected a key and a value");
                String value = line.substring(space + 1);
                switch (line.substring(0, space)) {
                    case "cause" -> cause = value;
                    case "program" -> hash = value;
                    case "ranks" -> ranks = number(value, span);
                    case "word" -> words.add(value);
                    case "choice" -> choices.add(value);
                    default -> throw problem(span, "unknown key");
                }
            }
        }
        require(ranks > 0 && !words.isEmpty() && !hash.isEmpty(), new Span(file, 0, 0), "a part of it is missing");
        return new Counterexample(cause, hash, ranks, words, choices);
    }

    private static int number(String value, Span span) {
        require(value.matches("\\d{1,7}"), span, "expected a number of ranks");
        int ranks = Integer.parseInt(value);
        require(ranks >= 1 && ranks <= MOST_RANKS, span, "expected a number of ranks");
        return ranks;
    }

    private static void require(boolean holds, Span span, String message) {
        if (!holds) {
            throw problem(span, message);
        }
    }

    private static DiagnosticException problem(Span span, String message) {
        return new DiagnosticException(
                Diagnostic.error(CheckCode.NOT_A_COUNTEREXAMPLE, span, "this is not a counterexample: " + message)
                        .hint("`sectile verify FILE --counterexample OUT` writes one"));
    }
}
