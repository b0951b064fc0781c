package sectile.script;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.script.code.FunctionCode;
import sectile.script.code.Module;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.TlTable;

/// A file with a kernel in it, and with what may be next to the kernel: `kernel_args`, `neighbors`, constants.
public final class Script {
    private static final String KERNEL = "kernel";
    private static final String KERNEL_ARGS = "kernel_args";
    private static final String NEIGHBORS = "neighbors";

    private final SourceFile source;
    private final Module module;
    private final TextKernel kernel;
    private final Optional<HostFunction> kernelArgs;
    private final Optional<HostFunction> neighbors;

    private Script(
            SourceFile source,
            Module module,
            TextKernel kernel,
            Optional<HostFunction> kernelArgs,
            Optional<HostFunction> neighbors) {
        this.source = source;
        this.module = module;
        this.kernel = kernel;
        this.kernelArgs = kernelArgs;
        this.neighbors = neighbors;
    }

    /// Reads and compiles a file. The kernel is the named function, else the one called `kernel`, else the only one
    /// that takes `tl` and that no other function calls.
    ///
    /// @param printed where lines go that the kernel prints
    /// @throws DiagnosticException with everything that is wrong
    public static Script load(SourceFile source, Optional<String> kernelName, Consumer<String> printed) {
        return load(source, kernelName, TlTable.standard(), printed);
    }

    /// The same for kernels that may call other operations than the standard ones.
    ///
    /// @throws DiagnosticException with everything that is wrong
    public static Script load(SourceFile source, Optional<String> kernelName, TlTable tl, Consumer<String> printed) {
        Diagnostics problems = new Diagnostics();
        Module module = Module.read(source, tl, problems);
        String name = kernelName.orElseGet(() -> choose(source, module, problems));
        if (!module.hasFunction(name)) {
            // A kernel that could not be read has been reported already.
            problems.throwIfErrors();
            throw noKernel(source, name, module);
        }
        FunctionCode code = module.function(name);
        if (!code.takesTl()) {
            problems.error(
                    TextCode.TL_PARAMETER,
                    code.span(),
                    "kernel `" + name + "` has no parameter `tl`",
                    "add it as the last one");
        }
        Optional<HostFunction> kernelArgs = hostFunction(module, KERNEL_ARGS, problems, printed);
        Optional<HostFunction> neighbors = hostFunction(module, NEIGHBORS, problems, printed);
        problems.throwIfErrors();
        return new Script(source, module, new TextKernel(code, printed, module.calls("print")), kernelArgs, neighbors);
    }

    private static Optional<HostFunction> hostFunction(
            Module module, String name, Diagnostics problems, Consumer<String> printed) {
        if (!module.hasFunction(name)) {
            return Optional.empty();
        }
        FunctionCode code = module.function(name);
        if (code.takesTl()) {
            problems.error(
                    TextCode.TL_PARAMETER,
                    code.span(),
                    "`" + name + "` runs on the host, where there is no `tl`",
                    "remove `tl`");
        }
        return Optional.of(new HostFunction(code, printed));
    }

    private static String choose(SourceFile source, Module module, Diagnostics problems) {
        if (module.hasFunction(KERNEL)) {
            return KERNEL;
        }
        List<String> candidates = module.uncalledKernels();
        if (candidates.size() == 1) {
            return candidates.getFirst();
        }
        problems.throwIfErrors();
        throw candidates.isEmpty()
                ? noKernel(source, KERNEL, module)
                : error(
                        "`" + source.name() + "` has several kernels: " + String.join(", ", candidates),
                        "name one of them, or call one `kernel`");
    }

    private static DiagnosticException noKernel(SourceFile source, String name, Module module) {
        List<String> known = module.kernels();
        return error(
                "`" + source.name() + "` has no function `" + name + "`",
                known.isEmpty() ? "a kernel is a function with a parameter `tl`" : Nearest.hint(name, known));
    }

    private static DiagnosticException error(String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(TextCode.WHICH_KERNEL, Span.none(), message).hint(hint));
    }

    public SourceFile source() {
        return source;
    }

    public TextKernel kernel() {
        return kernel;
    }

    /// What makes the further arguments of the kernel, if the file has it.
    public Optional<HostFunction> kernelArgs() {
        return kernelArgs;
    }

    /// The function that names a PE's neighbours, if the file has it.
    public Optional<HostFunction> neighbors() {
        return neighbors;
    }

    /// Where a constant of the module is defined; empty if it is not.
    public Optional<Span> spanOfConstant(String name) {
        return module.spanOfConstant(name);
    }

    /// The value of a constant of the module.
    ///
    /// @throws DiagnosticException if it is there but cannot be evaluated
    public Optional<Object> constant(String name) {
        Diagnostics problems = new Diagnostics();
        Optional<Object> value = Module.read(source, new Diagnostics()).constantInto(name, problems);
        problems.throwIfErrors();
        return value;
    }
}
