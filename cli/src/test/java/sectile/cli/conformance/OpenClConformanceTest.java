package sectile.cli.conformance;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import sectile.runtime.device.MissingException;
import sectile.runtime.opencl.OpenCl;
import sectile.runtime.opencl.OpenClDevice;

/// Kernels of an OpenCL device give the bits of exact arithmetic, rounded as docs/numbers.md states.
///
/// Without properties every seventh case runs; `-Dsectile.conformance=all` runs them all.
class OpenClConformanceTest {
    @Test
    void everyFunctionOfEveryType() {
        try (OpenClDevice device = open()) {
            DeviceCases.check("opencl", device, 2);
        }
    }

    private static OpenClDevice open() {
        try {
            OpenCl library = OpenCl.load(System.getenv(), Path.of("target", "opencl-cache"));
            return OpenClDevice.open(library, 0, HostConformanceTest.options());
        } catch (MissingException e) {
            Assumptions.abort("no OpenCL device");
            throw e;
        }
    }
}
