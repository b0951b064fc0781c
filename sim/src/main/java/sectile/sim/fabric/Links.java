package sectile.sim.fabric;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.ComponentKind;
import sectile.sim.topology.Direction;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topology;

/// The links of a machine that have a finite rate, made when they are first asked for, with their names and places.
final class Links {
    /// The ports of links that lead towards the network, and away from it.
    static final int OUT = 0;
    static final int IN = 1;

    private final Topology topology;
    private final SipNetwork network;
    private final Fabric fabric;
    private final BiFunction<SipNetwork.Channel, Hop, Hop> detours;
    private final Map<LinkKey, Link> links = new HashMap<>();

    /// @param detours how a message continues that was to pass a link that has failed, by the step after the link
    Links(Topology topology, SipNetwork network, Fabric fabric, BiFunction<SipNetwork.Channel, Hop, Hop> detours) {
        this.topology = topology;
        this.network = network;
        this.fabric = fabric;
        this.detours = detours;
    }

    /// @param port tells apart the links of one kind at one place: [#OUT], [#IN] or a direction
    private record LinkKey(LinkKind kind, int port, int sip, int cube, int pe) {
        // Written out, as those of `Place` are.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof LinkKey that
                    && kind == that.kind
                    && port == that.port
                    && sip == that.sip
                    && cube == that.cube
                    && pe == that.pe;
        }

        @Override
        public int hashCode() {
            return (((31 * kind.ordinal() + port) * 31 + sip) * 31 + cube) * 31 + pe;
        }
    }

    /// The direct link between two SIPs.
    Link between(SipNetwork.Channel channel) {
        LinkKey key = wire(
                new LinkKey(LinkKind.SIP_SIP, channel.port(), channel.from(), 0, 0),
                channel.spec().duplex());
        return links.computeIfAbsent(key, k -> {
            Link link = fabric.newLink(
                    name(k), place(k), unitsPerByte(k, channel.spec().bandwidth()));
            if (channel.failsPs() < Long.MAX_VALUE) {
                link.failAt(channel.failsPs(), behind -> detours.apply(channel, behind));
            }
            return link;
        });
    }

    /// A link of finite rate, made when it is first asked for.
    Link link(LinkKind kind, int port, int sip, int cube, int pe) {
        LinkSpec spec = topology.link(kind);
        LinkKey key = wire(new LinkKey(kind, port, sip, cube, pe), spec.duplex());
        return links.computeIfAbsent(key, k -> fabric.newLink(name(k), place(k), unitsPerByte(k, spec.bandwidth())));
    }

    /// What a byte takes on a link that may be faster or slower than others of its kind.
    private long unitsPerByte(LinkKey key, Bandwidth usual) {
        return topology.speeds().isUniform()
                ? usual.unitsPerByte()
                : usual.at(topology.speeds().of(place(key), key.sip, key.cube, key.pe))
                        .unitsPerByte();
    }

    /// The inbound half of a DMA engine, which acts like a link.
    Link dmaIn(Endpoint to) {
        // Ports of the PE's own link from 2 on are the channels of its engine.
        LinkKey key = new LinkKey(LinkKind.PE_NOC, 2 + to.channel(), to.sip(), to.cube(), to.pe());
        String name =
                cube(to.sip(), to.cube()) + ".pe" + to.pe() + ".pe_dma.in" + (to.channel() == 0 ? "" : to.channel());
        return links.computeIfAbsent(
                key,
                _ -> fabric.newLink(
                        name,
                        topology.dma()
                                .bandwidth()
                                .at(topology.speeds().of(ComponentKind.PE_DMA, to.sip(), to.cube(), to.pe()))
                                .unitsPerByte()));
    }

    /// Both directions of a half-duplex link are one server: the key of the one that leads out, east or south.
    private LinkKey wire(LinkKey key, Duplex duplex) {
        if (duplex == Duplex.FULL) {
            return key;
        }
        return switch (key.kind) {
            case UCIE -> {
                Direction direction = Direction.values()[key.port];
                yield direction == Direction.E || direction == Direction.S
                        ? key
                        : new LinkKey(key.kind, direction.opposite().ordinal(), key.sip, cubeAt(key), 0);
            }
            case SIP_SIP -> {
                SipNetwork.Channel channel = network.channel(key.sip, key.port);
                boolean first = channel.direction()
                        .map(direction -> direction == Direction.E || direction == Direction.S)
                        .orElse(channel.from() < channel.to());
                SipNetwork.Channel named = first ? channel : network.back(channel);
                yield new LinkKey(key.kind, named.port(), named.from(), 0, 0);
            }
            case HOST_PCIE, PCIE_SWITCH, SWITCH_SIP, IOCPU_IO, IO_NOC, MCPU_NOC, PE_NOC, HBM_NOC, SRAM_NOC ->
                new LinkKey(key.kind, OUT, key.sip, key.cube, key.pe);
        };
    }

    private String name(LinkKey key) {
        boolean half = duplex(key) == Duplex.HALF;
        String cube = cube(key.sip, key.cube);
        return switch (key.kind) {
            case HOST_PCIE -> ends("host", "pcie_ep", key.port == OUT, half);
            case PCIE_SWITCH -> ends("pcie_ep", "switch", key.port == OUT, half);
            case SWITCH_SIP -> ends("sip" + key.sip + ".io", "switch", key.port == OUT, half);
            case SIP_SIP -> {
                SipNetwork.Channel channel = network.channel(key.sip, key.port);
                yield ends(channel.end(), "sip" + channel.to(), true, half);
            }
            case IOCPU_IO -> ends("sip" + key.sip + ".io_cpu", "io", key.port == OUT, half);
            case IO_NOC -> ends("sip" + key.sip + ".io", "cube" + key.cube, key.port == OUT, half);
            case UCIE -> ends(cube, "cube" + cubeAt(key), true, half);
            case MCPU_NOC -> ends(cube + ".m_cpu", "noc", key.port == OUT, half);
            case PE_NOC -> ends(cube + ".pe" + key.pe, "noc", key.port == OUT, half);
            case HBM_NOC -> ends(cube + ".hbm" + key.pe, "noc", key.port == OUT, half);
            case SRAM_NOC -> ends(cube + ".sram", "noc", key.port == OUT, half);
        };
    }

    private LinkPlace place(LinkKey key) {
        return switch (key.kind) {
            case HOST_PCIE -> LinkPlace.hostPcie();
            case PCIE_SWITCH -> LinkPlace.pcieSwitch();
            case SWITCH_SIP -> LinkPlace.switchSip(key.sip);
            case SIP_SIP -> network.channel(key.sip, key.port).place();
            case IOCPU_IO -> LinkPlace.iocpuIo(key.sip);
            case IO_NOC -> LinkPlace.ioNoc(key.sip, topology.ioCubes().indexOf(key.cube));
            case UCIE -> LinkPlace.ucie(key.sip, key.cube, cubeAt(key));
            case MCPU_NOC -> LinkPlace.mcpuNoc(key.sip, key.cube);
            case PE_NOC -> LinkPlace.peNoc(key.sip, key.cube, key.pe);
            case HBM_NOC -> LinkPlace.hbmNoc(key.sip, key.cube);
            case SRAM_NOC -> LinkPlace.sramNoc(key.sip, key.cube);
        };
    }

    private int cubeAt(LinkKey key) {
        return topology.cubeMesh()
                .neighbour(key.cube, Direction.values()[key.port])
                .orElseThrow();
    }

    private Duplex duplex(LinkKey key) {
        return key.kind == LinkKind.SIP_SIP
                ? network.channel(key.sip, key.port).spec().duplex()
                : topology.link(key.kind).duplex();
    }

    private static String ends(String near, String far, boolean outward, boolean half) {
        return near + (half ? "<->" : outward ? "->" : "<-") + far;
    }

    private static String cube(int sip, int cube) {
        return "sip" + sip + ".cube" + cube;
    }
}
