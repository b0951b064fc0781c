package sectile.runtime.mppa;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What executes code for the MPPA.
public enum MppaPlatform {
    /// The processor itself.
    HW("kvx-jtag-runner"),
    /// Kalray's instruction set simulator.
    ISS("kvx-mppa"),
    /// Kalray's QEMU.
    QEMU("kvx-qemu");

    private final String runner;

    MppaPlatform(String runner) {
        this.runner = runner;
    }

    /// As `PLATFORM` names it.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The program of the toolchain that starts an executable.
    String runner() {
        return runner;
    }

    /// The command that runs an executable with two files of its working directory.
    List<String> command(Path program, MppaArchitecture architecture, Path executable, String input, String output) {
        return switch (this) {
            case HW -> List.of(program.toString(), "--exec-file=Cluster0:" + executable, "--", input, output);
            case ISS ->
                List.of(
                        program.toString(),
                        "--march=" + architecture.text(),
                        "--",
                        executable.toString(),
                        input,
                        output);
            case QEMU ->
                List.of(
                        program.toString(),
                        "-cpu",
                        architecture.text(),
                        "-nographic",
                        "-semihosting-config",
                        "enable=on,target=native,arg=" + input + ",arg=" + output,
                        "-kernel",
                        executable.toString());
        };
    }
}
