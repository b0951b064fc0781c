package sectile.sim.topology;

import java.util.Objects;

/// One link of a machine, both directions together. Made by the factory of its kind; `cube` and `index` are 0
/// where they say nothing.
public record LinkPlace(LinkKind kind, int sip, int cube, int index) {
    public LinkPlace {
        Objects.requireNonNull(kind, "kind");
        if (sip < 0 || cube < 0 || index < 0) {
            throw new IllegalArgumentException(kind.text() + " at " + sip + ", " + cube + ", " + index);
        }
    }

    /// What its shape in a drawing is found by: the attribute `data-place`.
    public String key() {
        return kind.text() + "." + sip + "." + cube + "." + index;
    }

    public static LinkPlace hostPcie() {
        return new LinkPlace(LinkKind.HOST_PCIE, 0, 0, 0);
    }

    public static LinkPlace pcieSwitch() {
        return new LinkPlace(LinkKind.PCIE_SWITCH, 0, 0, 0);
    }

    public static LinkPlace switchSip(int sip) {
        return new LinkPlace(LinkKind.SWITCH_SIP, sip, 0, 0);
    }

    /// The link that leaves a SIP to the east or south; one to the west or north is its neighbour's.
    public static LinkPlace sipSip(int sip, Direction direction) {
        if (direction != Direction.E && direction != Direction.S) {
            throw new IllegalArgumentException(
                    "name the link by its " + direction.opposite() + " end, not " + direction);
        }
        return new LinkPlace(LinkKind.SIP_SIP, sip, 0, direction.ordinal());
    }

    public static LinkPlace iocpuIo(int sip) {
        return new LinkPlace(LinkKind.IOCPU_IO, sip, 0, 0);
    }

    /// The link of an io gateway to a cube.
    ///
    /// @param index of the io cube among those of its SIP
    public static LinkPlace ioNoc(int sip, int index) {
        return new LinkPlace(LinkKind.IO_NOC, sip, 0, index);
    }

    /// The link between two neighbouring cubes, in either order.
    public static LinkPlace ucie(int sip, int oneCube, int otherCube) {
        return new LinkPlace(LinkKind.UCIE, sip, Math.min(oneCube, otherCube), Math.max(oneCube, otherCube));
    }

    public static LinkPlace mcpuNoc(int sip, int cube) {
        return new LinkPlace(LinkKind.MCPU_NOC, sip, cube, 0);
    }

    public static LinkPlace peNoc(int sip, int cube, int pe) {
        return new LinkPlace(LinkKind.PE_NOC, sip, cube, pe);
    }

    public static LinkPlace hbmNoc(int sip, int cube) {
        return new LinkPlace(LinkKind.HBM_NOC, sip, cube, 0);
    }

    public static LinkPlace sramNoc(int sip, int cube) {
        return new LinkPlace(LinkKind.SRAM_NOC, sip, cube, 0);
    }
}
