package sectile.sim.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// The machines that come with the simulator.
final class Presets {
    static final String DEFAULT = "default";
    private static final String PREFIX = "preset:";
    private static final List<String> NAMES = List.of(DEFAULT, "small", "flat", "torus", "large", "energy");

    private Presets() {}

    /// Of places that contradict each other, the first one that is not in a preset: the one its reader wrote.
    static Span blamed(Span first, Span second) {
        return first.source().name().startsWith(PREFIX) ? second : first;
    }

    static List<String> names() {
        return NAMES;
    }

    static Optional<SourceFile> source(String name) {
        if (!NAMES.contains(name)) {
            return Optional.empty();
        }
        try (InputStream stream = Presets.class.getResourceAsStream(name + ".yaml")) {
            if (stream == null) {
                throw new IllegalStateException("the preset " + name + " is not packed with its classes");
            }
            return Optional.of(
                    new SourceFile(PREFIX + name, new String(stream.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the preset " + name, e);
        }
    }
}
