package sectile.sim.topology;

import static sectile.sim.component.ComponentKind.Level.CUBE;
import static sectile.sim.component.ComponentKind.Level.SIP;
import static sectile.sim.component.ComponentKind.Level.SYSTEM;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sectile.sim.component.ComponentKind.Level;

/// The sorts of links a machine has and the section of the topology file that describes each.
public enum LinkKind {
    /// Host to PCIe endpoint.
    HOST_PCIE(SYSTEM),
    /// PCIe endpoint to switch.
    PCIE_SWITCH(SYSTEM),
    /// Switch to the io gateway of each SIP.
    SWITCH_SIP(SYSTEM),
    /// Between the io gateways of neighbouring SIPs; only where they are joined directly.
    SIP_SIP(SYSTEM),
    /// io processor of a SIP to its io gateway.
    IOCPU_IO(SIP),
    /// io gateway of a SIP to the network of its io cube.
    IO_NOC(SIP),
    /// Between the networks of neighbouring cubes.
    UCIE(SIP),
    /// Control processor of a cube to its network.
    MCPU_NOC(CUBE),
    /// Each processing element to the network of its cube.
    PE_NOC(CUBE),
    /// HBM to the network of its cube.
    HBM_NOC(CUBE),
    /// Shared SRAM to the network of its cube.
    SRAM_NOC(CUBE);

    private final String text = name().toLowerCase(Locale.ROOT);
    private final Level level;

    LinkKind(Level level) {
        this.level = level;
    }

    public Level level() {
        return level;
    }

    /// The name in topology files, reports and traces, like `hbm_noc`.
    public String text() {
        return text;
    }

    /// The kind of a name in topology files.
    public static Optional<LinkKind> parse(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }

    /// The links of one level, in declaration order.
    public static List<LinkKind> of(Level level) {
        return Arrays.stream(values()).filter(kind -> kind.level == level).toList();
    }
}
