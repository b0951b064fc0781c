package sectile.sim.topology;

/// A corner of a cube, where processing elements sit.
public enum Corner {
    NW,
    NE,
    SW,
    SE;

    public boolean north() {
        return this == NW || this == NE;
    }

    public boolean west() {
        return this == NW || this == SW;
    }
}
