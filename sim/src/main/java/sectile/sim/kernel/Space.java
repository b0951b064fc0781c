package sectile.sim.kernel;

import java.util.Locale;

/// The memories a kernel can name.
public enum Space {
    HBM,
    TCM,
    SRAM;

    /// The name in kernels, files and reports.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
