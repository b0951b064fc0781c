package sectile.cli.doctor;

import java.nio.file.Path;
import java.util.List;

/// The tools Sectile knows about.
final class Tools {
    private Tools() {}

    static List<Tool> all() {
        return List.of(
                new Tool("jdk", "runs Sectile", List.of("openjdk-25-jdk"), new JdkProbe()),
                program("maven", "builds and tests Sectile", "maven", "mvn"),
                program("gcc", "native kernels on this host", "gcc", "gcc"),
                program("clang", "native kernels on this host", "clang", "clang"),
                program("binutils", "the assembly text of native kernels", "binutils", "objdump"),
                new Tool(
                        "mpi",
                        "ranks as processes",
                        List.of("openmpi-bin", "libopenmpi-dev"),
                        new ProgramProbe(List.of("mpicc"), "--version")),
                new Tool(
                        "opencl",
                        "kernels on OpenCL devices",
                        List.of("ocl-icd-libopencl1", "pocl-opencl-icd"),
                        new OpenClProbe("libOpenCL.so.1", Path.of("/etc/OpenCL/vendors"))),
                program("riscv64-gcc", "kernels for RISC-V", "gcc-riscv64-linux-gnu", "riscv64-linux-gnu-gcc"),
                program("aarch64-gcc", "kernels for Arm", "gcc-aarch64-linux-gnu", "aarch64-linux-gnu-gcc"),
                program(
                        "riscv64-elf-gcc",
                        "bare-metal kernels for RISC-V",
                        "gcc-riscv64-unknown-elf",
                        "riscv64-unknown-elf-gcc"),
                program(
                        "qemu-user",
                        "runs RISC-V and Arm programs",
                        "qemu-user",
                        "qemu-riscv64",
                        "qemu-riscv64-static"),
                program("qemu-system", "runs bare-metal RISC-V programs", "qemu-system-misc", "qemu-system-riscv64"),
                program("mlir", "lowers and runs emitted MLIR", "mlir-16-tools", "mlir-opt", "mlir-opt-16"),
                program("chromium", "opens reports in tests", "chromium", "chromium", "google-chrome"));
    }

    private static Tool program(String name, String gives, String debianPackage, String... programs) {
        return new Tool(name, gives, List.of(debianPackage), new ProgramProbe(List.of(programs), "--version"));
    }
}
