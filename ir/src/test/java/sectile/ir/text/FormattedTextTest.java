package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.ProgramGenerator;
import sectile.python.syntax.Formatter;
import sectile.python.syntax.SyntaxDump;

/// The formatter changes only the layout of printed programs, however they are indented and spaced.
class FormattedTextTest {
    private static String format(String text) {
        var diagnostics = new Diagnostics();
        return Formatter.format(new SourceFile("a.py", text), diagnostics)
                .orElseThrow(() -> new AssertionError(diagnostics.all().toString()));
    }

    /// The tree without positions.
    private static String tree(String text) {
        return SyntaxDump.tree(new SourceFile("a.py", text), new Diagnostics()).replaceAll(" @\\d+:\\d+", "");
    }

    private static void check(String text) {
        String once = format(text);
        assertThat(tree(once)).isEqualTo(tree(text));
        assertThat(format(once)).isEqualTo(once);
        assertThat(once.lines()).noneMatch(l -> l.endsWith(" "));
    }

    @Test
    void keepsGeneratedPrograms() {
        for (long seed = 0; seed < 200; seed++) {
            String text = Printer.print(ProgramGenerator.program(seed));
            check(text);
            check(scrambled(text, seed));
        }
    }

    /// Other indentation, other spaces, comments and empty lines.
    private static String scrambled(String text, long seed) {
        var random = new Random(seed);
        var out = new ArrayList<String>();
        int width = 1 + random.nextInt(7);
        for (String line : text.lines().toList()) {
            int level = (line.length() - line.stripLeading().length()) / 4;
            if (random.nextInt(5) == 0) {
                out.add(" ".repeat(random.nextInt(12)) + "#" + "x".repeat(random.nextInt(4)) + " \" '");
            }
            for (int i = random.nextInt(6); i > 3; i--) {
                out.add(" ".repeat(random.nextInt(3)));
            }
            String body = line.strip();
            if (!body.contains("\"") && random.nextBoolean()) {
                body = body.replace(", ", random.nextBoolean() ? " ,\t" : ",").replace("(", "(  ");
                if (random.nextInt(3) == 0 && body.contains("(  ")) {
                    body = body.replaceFirst("\\(  ", "(  # open\n\n # next\n");
                }
            }
            out.add(" ".repeat(level * width) + body + (random.nextInt(4) == 0 ? " # end " : ""));
        }
        return String.join(random.nextBoolean() ? "\n" : "\r\n", out);
    }
}
