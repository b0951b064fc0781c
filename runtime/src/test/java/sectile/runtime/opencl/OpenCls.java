package sectile.runtime.opencl;

import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Assumptions;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.Hosts;

/// OpenCL devices for tests: this CPU through PoCL, twice.
public final class OpenCls {
    private OpenCls() {}

    /// The library; the test is skipped where there is none.
    public static OpenCl library() {
        var environment = new HashMap<>(System.getenv());
        environment.putIfAbsent("POCL_DEVICES", "pthread pthread");
        try {
            OpenCl library = OpenCl.load(environment, Path.of("target", "opencl-cache"));
            Assumptions.assumeTrue(library.devices().size() > 1, "no two OpenCL devices");
            return library;
        } catch (MissingException e) {
            Assumptions.abort("no OpenCL library");
            throw e;
        }
    }

    public static OpenClDevice open(int index) {
        return OpenClDevice.open(library(), index, Hosts.options());
    }
}
