package sectile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Which Sectile this is. The build writes the number into a resource.
final class Version {
    private Version() {}

    static String number() {
        try (var in = Objects.requireNonNull(Version.class.getResourceAsStream("version"), "the resource `version`")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The number and what it runs on, in one line.
    static String text() {
        return "sectile " + number() + " (Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ")";
    }
}
