package sectile.base.io;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import sectile.base.diag.DiagnosticException;

/// What the tests of this package share.
final class Malformed {
    private Malformed() {}

    static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(Malformed.class.getResource(name), name)
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The code of the first diagnostic that a call throws.
    static String code(ThrowingCallable call) {
        var thrown = catchThrowableOfType(DiagnosticException.class, call);
        return thrown.diagnostics().getFirst().code();
    }

    /// Reads damaged copies of a file: bytes changed, cut off, repeated. Each must be read or refused with a
    /// diagnostic.
    static void fuzz(Path original, Path scratch, int rounds, Consumer<Path> read) throws IOException {
        long seed = Long.getLong("sectile.seed", 5);
        var random = new Random(seed);
        byte[] intact = Files.readAllBytes(original);
        for (int round = 0; round < rounds; round++) {
            byte[] damaged = intact.clone();
            // Most formats keep what matters in the first or last bytes.
            int range = random.nextBoolean() ? Math.min(160, damaged.length) : damaged.length;
            int base = random.nextBoolean() ? 0 : damaged.length - range;
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[base + random.nextInt(range)] = (byte) random.nextInt(256);
            }
            if (random.nextInt(4) == 0) {
                damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length + 20));
            }
            Files.write(scratch, damaged);
            try {
                read.accept(scratch);
            } catch (DiagnosticException refused) {
                // That is what is asked for.
                Objects.requireNonNull(refused.diagnostics());
            } catch (RuntimeException | Error broken) {
                throw new AssertionError("round " + round + ", replay with -Dsectile.seed=" + seed, broken);
            }
        }
    }
}
