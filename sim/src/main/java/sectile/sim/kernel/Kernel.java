package sectile.sim.kernel;

/// Code that runs once on every participating PE.
@FunctionalInterface
public interface Kernel {
    void run(Tl tl, KernelArgs args);

    /// What reports call it.
    default String name() {
        String simple = getClass().getSimpleName();
        if (simple.isEmpty()) {
            // An anonymous class.
            String whole = getClass().getName();
            return whole.substring(whole.lastIndexOf('.') + 1);
        }
        int lambda = simple.indexOf("$$Lambda");
        return lambda < 0 ? simple : simple.substring(0, lambda) + " kernel";
    }

    /// Whether the kernel asks for the same operations whenever it is run on the same PE with the same arguments, and
    /// does nothing else that could be observed.
    ///
    /// A run without values may then let the kernel be ahead of what the machine has done, which is quicker, and
    /// may run it once more to find a line for a report.
    default boolean isRepeatable() {
        return false;
    }

    /// The same kernel under a name of its own.
    default Kernel named(String name) {
        return new DescribedKernel(this, name, isRepeatable());
    }

    /// The same kernel, of which its author says that it [is repeatable][#isRepeatable()].
    default Kernel repeatable() {
        return new DescribedKernel(this, name(), true);
    }
}
