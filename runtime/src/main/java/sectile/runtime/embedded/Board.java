package sectile.runtime.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A processor that QEMU emulates.
public enum Board {
    /// RISC-V with 64 bits, under the Linux of this machine.
    RISCV64("riscv64", "riscv64-linux-gnu-gcc", "qemu-riscv64"),
    /// Arm with 64 bits, under the Linux of this machine.
    AARCH64("aarch64", "aarch64-linux-gnu-gcc", "qemu-aarch64"),
    /// RISC-V with 64 bits and no operating system: the board `virt` of QEMU, which reads and writes files of this
    /// machine by semihosting.
    RISCV64_BARE("riscv64-bare", "riscv64-unknown-elf-gcc", "qemu-system-riscv64");

    private static final String MEMORY = "1024M";

    private final String text;
    private final String compiler;
    private final String emulator;

    Board(String text, String compiler, String emulator) {
        this.text = text;
        this.compiler = compiler;
        this.emulator = emulator;
    }

    /// As `--on` takes it.
    public String text() {
        return text;
    }

    /// The cross compiler.
    public String compiler() {
        return compiler;
    }

    /// The program of QEMU that emulates it.
    public String emulator() {
        return emulator;
    }

    /// The Debian packages that have both.
    public List<String> packages() {
        return switch (this) {
            case RISCV64 -> List.of("gcc-riscv64-linux-gnu", "libc6-dev-riscv64-cross", "qemu-user");
            case AARCH64 -> List.of("gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user");
            case RISCV64_BARE ->
                List.of("gcc-riscv64-unknown-elf", "picolibc-riscv64-unknown-elf", "qemu-system-misc", "util-linux");
        };
    }

    /// What starts the emulator with words of its own before those of the emulator. A program under Linux sees that
    /// nobody waits for it any more; on a board it cannot, so that the system must end the emulator
    /// with this process.
    Optional<String> guard() {
        return hasSystem() ? Optional.empty() : Optional.of("setpriv");
    }

    boolean hasSystem() {
        return this != RISCV64_BARE;
    }

    List<String> flags() {
        return switch (this) {
            case RISCV64 -> List.of("-march=rv64gc", "-mabi=lp64d");
            case AARCH64 -> List.of("-march=armv8-a");
            case RISCV64_BARE ->
                List.of("--specs=picolibc.specs", "-march=rv64gc", "-mabi=lp64d", "-mcmodel=medany", "-DSX_BARE");
        };
    }

    List<String> linkFlags() {
        return switch (this) {
            case RISCV64 -> List.of("-static", "-lm", "-lpthread");
            case AARCH64 -> List.of("-static", "-lm", "-lpthread");
            case RISCV64_BARE ->
                List.of(
                        "--oslib=semihost",
                        "--crt0=hosted",
                        "-Wl,--defsym=__flash=0x80000000",
                        "-Wl,--defsym=__flash_size=16M",
                        "-Wl,--defsym=__ram=0x81000000",
                        "-Wl,--defsym=__ram_size=1000M",
                        "-Wl,--defsym=__stack_size=8M",
                        "-lm");
        };
    }

    /// The command that runs an executable with two files of its working directory.
    ///
    /// @param guard where [#guard] was found
    List<String> command(Optional<Path> guard, Path qemu, Path executable, String input, String output) {
        var command = new ArrayList<String>();
        guard.ifPresent(program -> command.addAll(List.of(program.toString(), "--pdeathsig", "KILL", "--")));
        command.addAll(
                hasSystem()
                        ? List.of(qemu.toString(), executable.toString(), input, output)
                        : List.of(
                                qemu.toString(),
                                "-machine",
                                "virt",
                                "-cpu",
                                "rv64",
                                "-m",
                                MEMORY,
                                "-nographic",
                                "-monitor",
                                "none",
                                "-serial",
                                "none",
                                "-bios",
                                "none",
                                "-semihosting-config",
                                "enable=on,target=native",
                                "-kernel",
                                executable.toString()));
        return command;
    }
}
