package sectile.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The most physical memory this process ever had, as the system counts it.
final class PeakMemory {
    private PeakMemory() {}

    static String text() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                long kib = Long.parseLong(line.replaceAll("\\D", ""));
                return kib / 1024 + " MB";
            }
        }
        return "unknown";
    }
}
