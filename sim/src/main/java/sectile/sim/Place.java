package sectile.sim;

import org.jspecify.annotations.Nullable;

/// A processing element by its structural coordinates: cube and pe are local to their parent.
public record Place(int sip, int cube, int pe) {
    public Place {
        if (sip < 0 || cube < 0 || pe < 0) {
            throw new IllegalArgumentException("negative coordinate in (" + sip + ", " + cube + ", " + pe + ")");
        }
    }

    // Places are looked up all the time. What the compiler makes for a record goes through method handles, which take
    // much longer until the optimising compiler comes to them.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Place that && sip == that.sip && cube == that.cube && pe == that.pe;
    }

    @Override
    public int hashCode() {
        return (31 * sip + cube) * 31 + pe;
    }

    /// The component path, like `sip0.cube3.pe5`.
    @Override
    public String toString() {
        return "sip" + sip + ".cube" + cube + ".pe" + pe;
    }
}
