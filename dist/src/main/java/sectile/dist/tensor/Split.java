package sectile.dist.tensor;

/// How a level of the machine (the cubes of a SIP, the PEs of a cube) shares a tensor of `M×K` elements.
public enum Split {
    /// Every one has all of it.
    REPLICATE,
    /// Each has some rows: `M` is cut.
    ROW_WISE,
    /// Each has some columns: `K` is cut.
    COLUMN_WISE
}
