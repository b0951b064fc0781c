package sectile.runtime.mppa;

import java.nio.file.Path;
import java.util.ArrayList;
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

    /// The command that starts a program which talks through its input and output.
    ///
    /// @param cluster on which it runs
    List<String> command(Path program, MppaConfig config, int cluster, Path executable) {
        String architecture = config.architecture().text();
        var command = new ArrayList<String>();
        command.add(program.toString());
        config.firmware()
                .ifPresent(file -> command.addAll(
                        this == QEMU
                                ? List.of("-bios", file.toAbsolutePath().toString())
                                : List.of("--firmware=" + file.toAbsolutePath())));
        command.addAll(
                switch (this) {
                    case HW -> List.of("--exec-file=Cluster" + cluster + ":" + executable);
                    case ISS -> List.of("--march=" + architecture, "--", executable.toString());
                    case QEMU ->
                        List.of(
                                "-cpu",
                                architecture,
                                "-display",
                                "none",
                                "-serial",
                                "none",
                                "-monitor",
                                "none",
                                "-semihosting-config",
                                "enable=on,target=native",
                                "-kernel",
                                executable.toString());
                });
        return command;
    }
}
