package sectile.runtime.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Span;
import sectile.interp.code.CompiledProgram;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.runtime.device.FusedOps;
import sectile.runtime.device.MicroKernelUse;

/// What all functions of one C text share.
final class Unit {
    private final Program program;
    private final Dialect dialect;
    private final CompiledProgram compiled;
    private final Traits traits;
    private final Map<Span, Integer> sites = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final List<MicroKernelUse> microKernels = new ArrayList<>();
    private final List<FusedOps> fusedOps = new ArrayList<>();
    private final List<String> kernels = new ArrayList<>();
    private int fused;
    private final List<String> bodies = new ArrayList<>();
    private final Map<String, String> slots = new HashMap<>();

    Unit(Program program, Dialect dialect) {
        this.program = program;
        this.dialect = dialect;
        this.compiled = new CompiledProgram(program);
        this.traits = new Traits(program);
        for (int group = 0; group < program.commGroups().size(); group++) {
            List<WindowBuffer> windows = program.commGroups().get(group).slots();
            for (int slot = 0; slot < windows.size(); slot++) {
                slots.put(windows.get(slot).name(), group + ", " + slot);
            }
        }
    }

    /// The group of a window and its place in it, as two arguments; a group of -1 for none.
    String slot(String window) {
        return slots.getOrDefault(window, "-1, 0");
    }

    Function function(String name) {
        return program.function(name);
    }

    Dialect dialect() {
        return dialect;
    }

    Program program() {
        return program;
    }

    CompiledProgram compiled() {
        return compiled;
    }

    Traits traits() {
        return traits;
    }

    int site(Span span) {
        return sites.computeIfAbsent(span, s -> sites.size());
    }

    List<Span> sites() {
        return List.copyOf(sites.keySet());
    }

    /// The C name of a function; asking for it makes sure that it is emitted.
    String routine(String name) {
        return names.computeIfAbsent(name, n -> "k" + names.size() + "_" + Text.identifier(n));
    }

    List<String> wanted() {
        return List.copyOf(names.keySet());
    }

    void addMicroKernel(MicroKernelUse use) {
        if (!microKernels.contains(use)) {
            microKernels.add(use);
        }
    }

    List<MicroKernelUse> microKernels() {
        return microKernels;
    }

    void addFused(FusedOps ops) {
        fusedOps.add(ops);
    }

    List<FusedOps> fusedOps() {
        return fusedOps;
    }

    /// Adds the text of a kernel.
    ///
    /// @return its number among those of the program
    int addKernel(String text) {
        kernels.add(text);
        return kernels.size() - 1;
    }

    /// Kernels in OpenCL C.
    List<String> kernels() {
        return kernels;
    }

    static String kernelName(int kernel) {
        return "fused_" + kernel;
    }

    /// A new number for a loop of several ops.
    int nextFused() {
        return fused++;
    }

    /// A new name for a part of a function.
    String nextBody() {
        return "b" + bodies.size();
    }

    void addBody(String text) {
        bodies.add(text);
    }

    String bodies() {
        return String.join("\n", bodies);
    }

    int bodyCount() {
        return bodies.size();
    }
}
