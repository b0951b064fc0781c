package sectile.sim;

/// A processing element by its structural coordinates: cube and pe are local to their parent.
public record Place(int sip, int cube, int pe) {
    public Place {
        if (sip < 0 || cube < 0 || pe < 0) {
            throw new IllegalArgumentException("negative coordinate in (" + sip + ", " + cube + ", " + pe + ")");
        }
    }

    /// The component path, like `sip0.cube3.pe5`.
    @Override
    public String toString() {
        return "sip" + sip + ".cube" + cube + ".pe" + pe;
    }
}
