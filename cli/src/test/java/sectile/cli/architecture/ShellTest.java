package sectile.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sectile.cli.Checkout;

/// External programs are started with lists of arguments: no text is given to a shell to be split.
class ShellTest {
    /// A shell as a program, `exec` of one string, and the C functions that start a shell.
    private static final Pattern SHELL = Pattern.compile(
            "\"(/bin/|/usr/bin/)?(sh|bash|dash|zsh)\"\\s*,\\s*\"-|Runtime\\(\\)\\.exec\\(|\\b(system|popen)\\s*\\(\"");

    @Test
    void noShellIsStarted() throws IOException {
        var shells = new TreeSet<String>();
        int read = 0;
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            List<Path> sources = files.filter(file -> file.toString().matches(".*/src/main/.*\\.(java|c|h|cl)"))
                    .toList();
            for (Path file : sources) {
                read++;
                if (SHELL.matcher(Files.readString(file)).find()) {
                    shells.add(Checkout.root().relativize(file).toString());
                }
            }
        }
        assertThat(shells).as("files that give a command line to a shell").isEmpty();
        assertThat(read).isGreaterThan(500);
        assertThat(SHELL.matcher("List.of(\"sh\", \"-c\", command)").find()).isTrue();
    }
}
