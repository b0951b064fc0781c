package sectile.runtime.host;

import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Assumptions;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;

/// Host devices for tests, which share a cache below the build directory.
public final class Hosts {
    private Hosts() {}

    public static HostOptions options() {
        return HostOptions.of(System.getenv(), Path.of("target", "native-cache").toAbsolutePath(), System::nanoTime);
    }

    /// A device; the test is skipped where there is no C compiler.
    public static HostDevice open(int index) {
        boolean compiler = Programs.find(System.getenv(), "cc").isPresent()
                || Programs.find(System.getenv(), "gcc").isPresent();
        Assumptions.assumeTrue(compiler, "no C compiler on the PATH");
        return HostDevice.open(index, options());
    }

    public static Outcome run(Program program, Run run) {
        try (HostDevice device = open(0);
                LoadedProgram loaded = device.load(program)) {
            return loaded.run(run);
        }
    }

    public interface Execution {
        Outcome run();
    }

    /// The bits of every output, or the code of the problem.
    public static String outcome(Execution execution) {
        try {
            Outcome outcome = execution.run();
            var lines = new ArrayList<String>();
            outcome.outputs().forEach((name, array) -> lines.add(name + " " + bits(array)));
            outcome.results().stream()
                    .filter(result -> !(result instanceof NdArray))
                    .forEach(result -> lines.add("result " + result));
            return String.join("\n", lines);
        } catch (DiagnosticException e) {
            return e.diagnostics().getFirst().code();
        }
    }

    private static String bits(NdArray array) {
        var bits = new StringBuilder(array.shape() + " " + array.dtype().text());
        DType dtype = array.dtype();
        for (long i = 0; i < array.elements(); i++) {
            bits.append(' ')
                    .append(Long.toHexString(array.bitsAt(i) & (dtype.bits() == 64 ? -1 : (1L << dtype.bits()) - 1)));
        }
        return bits.toString();
    }
}
