package sectile.sim.kernel;

/// Code that runs once on every participating PE.
@FunctionalInterface
public interface Kernel {
    void run(Tl tl, KernelArgs args);

    /// What reports call it.
    default String name() {
        String simple = getClass().getSimpleName();
        int lambda = simple.indexOf("$$Lambda");
        return lambda < 0 ? simple : simple.substring(0, lambda) + " kernel";
    }

    /// The same kernel under a name of its own.
    default Kernel named(String name) {
        Kernel self = this;
        return new Kernel() {
            @Override
            public void run(Tl tl, KernelArgs args) {
                self.run(tl, args);
            }

            @Override
            public String name() {
                return name;
            }
        };
    }
}
