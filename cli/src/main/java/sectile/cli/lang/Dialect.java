package sectile.cli.lang;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The kinds of program text. The file decides which one it is: a tile program imports the tile language, a host
/// program has `def run(torch`.
public enum Dialect {
    TILE,
    HOST,
    KERNEL;

    private static final Pattern IMPORT = Pattern.compile("(?m)^[ \\t]*(import|from)[ \\t]+pypto\\b");
    private static final Pattern HOST_ENTRY = Pattern.compile("(?m)^def[ \\t]+run[ \\t]*\\([ \\t]*torch\\b");
    /// The imports of a program come first; more of a file is not searched.
    private static final int SEARCHED = 1 << 20;

    /// The dialect of a file. One that cannot be read counts as a kernel: reading it reports why.
    public static Dialect of(Path file) {
        if (!Files.isRegularFile(file)) {
            return KERNEL;
        }
        try (var in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(SEARCHED), StandardCharsets.UTF_8);
            if (IMPORT.matcher(text).find()) {
                return TILE;
            }
            return HOST_ENTRY.matcher(text).find() ? HOST : KERNEL;
        } catch (IOException e) {
            return KERNEL;
        }
    }
}
