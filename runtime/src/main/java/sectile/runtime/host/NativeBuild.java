package sectile.runtime.host;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// How programs become files: the compiler, its flags, and the sources that are compiled besides the program.
///
/// @param sources of the runtime, by name
/// @param ending of the file that is built
public record NativeBuild(
        CCompiler compiler,
        List<String> flags,
        List<String> linkFlags,
        SequencedMap<String, String> sources,
        String ending) {
    private static final List<String> COMMON =
            List.of("-std=gnu11", "-ftree-vectorize", "-fno-math-errno", "-fno-trapping-math");

    public NativeBuild {
        flags = List.copyOf(flags);
        linkFlags = List.copyOf(linkFlags);
    }

    private static ArrayList<String> with(List<String> more) {
        var all = new ArrayList<>(COMMON);
        all.addAll(more);
        return all;
    }

    /// A library that this process loads, for the processor that it runs on.
    static NativeBuild library(CCompiler compiler, List<String> more) {
        var flags = with(List.of("-march=native", "-fPIC", "-fvisibility=hidden"));
        flags.addAll(more);
        return new NativeBuild(compiler, flags, List.of("-shared", "-lm", "-lpthread"), RuntimeSources.all(), ".so");
    }

    /// A program that reads its arguments from a file, for a system with threads.
    public static NativeBuild executable(CCompiler compiler, List<String> flags, List<String> linkFlags) {
        return new NativeBuild(compiler, with(flags), linkFlags, RuntimeSources.ofExecutable(), "");
    }

    /// A program whose processes are ranks and call MPI, for the processor that it runs on.
    public static NativeBuild mpi(CCompiler compiler) {
        return new NativeBuild(
                compiler,
                with(List.of("-march=native", "-DSX_MPI")),
                List.of("-lm", "-lpthread"),
                RuntimeSources.ofMpi(),
                "");
    }

    /// The host's part of a program whose kernels run on an accelerator: a library that this process loads.
    public static NativeBuild hostLibrary(CCompiler compiler) {
        return new NativeBuild(
                compiler,
                with(List.of("-fPIC", "-fvisibility=hidden")),
                List.of("-shared", "-lpthread"),
                RuntimeSources.ofHost(),
                ".so");
    }

    /// The program of an accelerator: the runtime that all kernel libraries share, which it loads.
    public static NativeBuild server(CCompiler compiler, List<String> flags) {
        return new NativeBuild(
                compiler,
                with(flags),
                List.of("-rdynamic", "-Wl,--wrap=pthread_create", "-ldl", "-lm", "-lpthread"),
                RuntimeSources.ofServer(),
                "");
    }

    /// The accelerator's part of a program, which the server loads.
    public static NativeBuild kernelLibrary(CCompiler compiler, List<String> flags) {
        var all = with(flags);
        all.add("-fPIC");
        return new NativeBuild(compiler, all, List.of("-shared"), RuntimeSources.headers(), ".so");
    }

    /// The same for a board without an operating system.
    public static NativeBuild image(CCompiler compiler, List<String> flags, List<String> linkFlags) {
        return new NativeBuild(compiler, with(flags), linkFlags, RuntimeSources.ofBoard(), ".elf");
    }
}
