package sectile.cli.command;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A buffered stream that remembers why a write failed, which a [java.io.PrintStream] does not tell.
final class WatchedOutput extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException failure;

    WatchedOutput(OutputStream target) {
        this.target = new BufferedOutputStream(target);
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure).map(e -> String.valueOf(e.getMessage()));
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int offset, int length) throws IOException {
        watch(() -> target.write(octets, offset, length));
    }

    @Override
    public void flush() throws IOException {
        watch(target::flush);
    }

    private void watch(Step step) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            step.run();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
