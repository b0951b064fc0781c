package sectile.runtime.mppa;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Programs in the place of Kalray's: they write their arguments to a file, and the compiler of this host compiles what
/// this host then runs.
record StandIn(Path directory) {
    static StandIn in(Path directory) {
        try {
            Path bin = Files.createDirectories(directory.resolve("bin"));
            Path log = directory.resolve("log");
            write(bin.resolve("kvx-cos-gcc"), """
                    #!/bin/bash
                    { printf 'kvx-cos-gcc'; printf ' %%s' "$@"; echo; } >> '%s'
                    arguments=()
                    for a in "$@"; do case $a in -march=kv3-*) ;; *) arguments+=("$a") ;; esac; done
                    exec cc "${arguments[@]}"
                    """.formatted(log));
            for (MppaPlatform platform : MppaPlatform.values()) {
                write(bin.resolve(platform.runner()), """
                        #!/bin/bash
                        { printf '%s PLATFORM=%%s TRACE=%%s' "$PLATFORM" "$MPPA_TRACE_ENABLE"; printf ' %%s' "$@"; echo; } >> '%s'
                        for a in "$@"; do case $a in *program-*) image=${a#--exec-file=Cluster0:} ;; esac; done
                        exec "$image" input.bin output.bin
                        """.formatted(platform.runner(), log));
            }
            return new StandIn(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        Files.writeString(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    List<String> log() throws IOException {
        return Files.readAllLines(directory.resolve("log"));
    }
}
