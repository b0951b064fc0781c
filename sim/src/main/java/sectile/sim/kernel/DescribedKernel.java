package sectile.sim.kernel;

/// A kernel with what is to be known of it.
record DescribedKernel(Kernel kernel, String name, boolean isRepeatable) implements Kernel {
    @Override
    public void run(Tl tl, KernelArgs args) {
        kernel.run(tl, args);
    }
}
