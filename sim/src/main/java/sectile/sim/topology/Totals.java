package sectile.sim.topology;

import java.util.List;
import sectile.base.array.DType;
import sectile.sim.component.Bandwidth;

/// What a machine adds up to.
record Totals(Topology machine) {
    long cubes() {
        return (long) machine.sips() * machine.cubes();
    }

    // Sizes of a whole machine are for display, and may be beyond a long.
    double hbmBytes() {
        return (double) machine.memoryMap().hbm() * cubes();
    }

    double sramBytes() {
        return (double) machine.memoryMap().sram() * cubes();
    }

    double tcmBytes() {
        return (double) machine.memoryMap().tcm() * machine.pes();
    }

    double peakFlops(DType dtype) {
        return machine.gemm().peakFlops(dtype) * machine.pes();
    }

    /// All HBM together, in GB/s.
    double hbmGbs() {
        return machine.link(LinkKind.HBM_NOC).bandwidth().gbs() * cubes();
    }

    /// How many links of a kind there are; a link of both directions counts once.
    long links(LinkKind kind) {
        CubeMesh mesh = machine.cubeMesh();
        return switch (kind) {
            case HOST_PCIE, PCIE_SWITCH -> 1;
            case SWITCH_SIP, IOCPU_IO -> machine.sips();
            case IO_NOC -> (long) machine.sips() * machine.ioCubes().size();
            case SIP_SIP -> SipNetwork.of(machine).channels().size() / 2;
            case UCIE -> (long) machine.sips() * mesh.links();
            case MCPU_NOC, HBM_NOC, SRAM_NOC -> cubes();
            case PE_NOC -> machine.pes();
        };
    }

    /// UCIe links between two halves of a SIP, cut across its longer side.
    int cubeCut() {
        return machine.cubeMesh().cut();
    }

    /// Links between two halves of the SIPs, cut across the longer side of their grid; through a switch each SIP
    /// of the smaller half has one.
    int sipCut() {
        SipGrid grid = machine.sipGrid();
        if (machine.join() == SipJoin.SWITCH) {
            return grid.count() / 2;
        }
        return sipChannels().size();
    }

    /// The working links that [#sipCut()] counts where SIPs are joined directly.
    private List<SipNetwork.Channel> sipChannels() {
        SipGrid grid = machine.sipGrid();
        boolean alongX = grid.w() >= grid.h();
        int middle = (alongX ? grid.w() : grid.h()) / 2;
        return SipNetwork.of(machine).channels().stream()
                .filter(channel -> channel.worksAt(0))
                .filter(channel -> (alongX ? grid.x(channel.from()) : grid.y(channel.from())) < middle)
                .filter(channel -> (alongX ? grid.x(channel.to()) : grid.y(channel.to())) >= middle)
                .toList();
    }

    /// What they carry together in one direction, in GB/s.
    double sipCutGbs() {
        return machine.join() == SipJoin.SWITCH
                ? gbs(LinkKind.SWITCH_SIP, sipCut())
                : sipChannels().stream()
                        .mapToDouble(channel -> channel.spec().bandwidth().gbs())
                        .sum();
    }

    /// The kind of link [#sipCut()] counts.
    LinkKind sipCutKind() {
        return machine.join() == SipJoin.SWITCH ? LinkKind.SWITCH_SIP : LinkKind.SIP_SIP;
    }

    /// One direction of some equal links together, in GB/s.
    double gbs(LinkKind kind, int count) {
        Bandwidth bandwidth = machine.link(kind).bandwidth();
        return count == 0 ? 0 : bandwidth.gbs() * count;
    }
}
