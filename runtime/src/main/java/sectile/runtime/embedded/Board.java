package sectile.runtime.embedded;

import java.nio.file.Path;
import java.util.List;

/// A processor that QEMU emulates.
public enum Board {
    /// RISC-V with 64 bits, under the Linux of this machine.
    RISCV64(
            "riscv64",
            "riscv64-linux-gnu-gcc",
            "qemu-riscv64",
            List.of("gcc-riscv64-linux-gnu", "libc6-dev-riscv64-cross", "qemu-user"),
            List.of("-march=rv64gc", "-mabi=lp64d"),
            List.of("-static", "-lm", "-lpthread")),
    /// Arm with 64 bits, under the Linux of this machine.
    AARCH64(
            "aarch64",
            "aarch64-linux-gnu-gcc",
            "qemu-aarch64",
            List.of("gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"),
            List.of("-march=armv8-a"),
            List.of("-static", "-lm", "-lpthread")),
    /// RISC-V with 64 bits and no operating system: the board `virt` of QEMU, which reads and writes files of this
    /// machine by semihosting.
    RISCV64_BARE(
            "riscv64-bare",
            "riscv64-unknown-elf-gcc",
            "qemu-system-riscv64",
            List.of("gcc-riscv64-unknown-elf", "picolibc-riscv64-unknown-elf", "qemu-system-misc"),
            List.of("--specs=picolibc.specs", "-march=rv64gc", "-mabi=lp64d", "-mcmodel=medany", "-DSX_BARE"),
            List.of(
                    "--oslib=semihost",
                    "--crt0=hosted",
                    "-Wl,--defsym=__flash=0x80000000",
                    "-Wl,--defsym=__flash_size=16M",
                    "-Wl,--defsym=__ram=0x81000000",
                    "-Wl,--defsym=__ram_size=1000M",
                    "-Wl,--defsym=__stack_size=8M",
                    "-lm"));

    private static final String MEMORY = "1024M";

    private final String text;
    private final String compiler;
    private final String emulator;
    private final List<String> packages;
    private final List<String> flags;
    private final List<String> linkFlags;

    Board(
            String text,
            String compiler,
            String emulator,
            List<String> packages,
            List<String> flags,
            List<String> linkFlags) {
        this.text = text;
        this.compiler = compiler;
        this.emulator = emulator;
        this.packages = packages;
        this.flags = flags;
        this.linkFlags = linkFlags;
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
        return packages;
    }

    boolean hasSystem() {
        return this != RISCV64_BARE;
    }

    List<String> flags() {
        return flags;
    }

    List<String> linkFlags() {
        return linkFlags;
    }

    /// The command that runs an executable with two files of its working directory.
    List<String> command(Path qemu, Path executable, String input, String output) {
        return hasSystem()
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
                        executable.toString());
    }
}
