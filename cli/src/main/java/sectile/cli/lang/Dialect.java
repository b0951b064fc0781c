package sectile.cli.lang;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.cli.command.Invocation;

/// The two kinds of program text. The file decides which one it is: a tile program imports the tile language.
public enum Dialect {
    TILE,
    KERNEL;

    private static final Pattern IMPORT = Pattern.compile("(?m)^[ \\t]*(import|from)[ \\t]+pypto\\b");
    /// The imports of a program come first; more of a file is not searched.
    private static final int SEARCHED = 1 << 20;

    /// The dialect of a file. One that cannot be read counts as a kernel: whoever reads it reports why.
    public static Dialect of(Path file) {
        if (!Files.isRegularFile(file)) {
            return KERNEL;
        }
        try (var in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(SEARCHED), StandardCharsets.UTF_8);
            return IMPORT.matcher(text).find() ? TILE : KERNEL;
        } catch (IOException e) {
            return KERNEL;
        }
    }

    /// Refuses a `tl` kernel where a tile program is expected, with the command that runs it.
    static void check(Invocation call, Dialect expected) {
        Path file = Path.of(call.operand(0));
        if (expected == TILE && Files.isRegularFile(file) && of(file) == KERNEL) {
            throw new DiagnosticException(Diagnostic.error(
                            "CLI-142",
                            call.spanOfOperand(0),
                            "`" + file + "` is not a tile program: it does not import pypto.language")
                    .hint("a tl kernel runs with `sectile run " + file + "`; add --functional for values only"));
        }
    }
}
