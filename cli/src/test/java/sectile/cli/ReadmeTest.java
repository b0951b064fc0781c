package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The table of verbs in the README is complete.
class ReadmeTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)");

    @Test
    void listsEveryVerb() throws IOException {
        String readme = Files.readString(Checkout.root().resolve("README.md"));
        Set<String> listed =
                ROW.matcher(readme).results().map(row -> row.group(1)).collect(Collectors.toSet());
        var missing = new TreeSet<String>();
        Verbs.standard().listed().forEach(verb -> missing.add(verb.name().split(" ", 2)[0]));
        missing.removeAll(listed);
        assertThat(missing).isEmpty();
    }
}
