package sectile.cli.conformance;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Programs;

/// Native code gives the bits of exact arithmetic, rounded as docs/numbers.md states.
///
/// Without properties every seventh case runs; `-Dsectile.conformance=all` runs them all.
class HostConformanceTest {
    static HostOptions options() {
        Assumptions.assumeTrue(Programs.find(System.getenv(), "cc").isPresent(), "no C compiler on the PATH");
        Path cache = Path.of("target", "native-cache").toAbsolutePath();
        return HostOptions.of(System.getenv(), cache, System::nanoTime);
    }

    @Test
    void everyFunctionOfEveryType() {
        try (HostDevice device = HostDevice.open(options())) {
            DeviceCases.check("host", device, 1);
        }
    }
}
