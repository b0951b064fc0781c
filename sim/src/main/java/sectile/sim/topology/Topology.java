package sectile.sim.topology;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentModel;
import sectile.sim.component.DmaModel;
import sectile.sim.component.GemmModel;
import sectile.sim.component.MathModel;
import sectile.sim.component.MemoryModel;
import sectile.sim.component.NodeModel;
import sectile.sim.component.ProcessorModel;

/// A machine: how many of what, how they are joined, and what each costs. Whatever holds one may rely on it being
/// whole: every component is there, every link the arrangement needs is there, and the addresses reach everything.
///
/// @param name the file or preset it was read from
/// @param sipGrid the SIPs and their arrangement
/// @param join what carries data between SIPs
/// @param ioCubes the cubes whose networks the io gateway of a SIP is attached to
/// @param compositeTile the tile extent of a composite operation whose author names none
/// @param wires what single links between SIPs are like
/// @param energy what its parts use, and how large they are
/// @param speeds of single parts that are not like the others
/// @param links by kind; [LinkKind#SIP_SIP] may be missing unless SIPs are joined directly
public record Topology(
        String name,
        SipGrid sipGrid,
        SipJoin join,
        CubeMesh cubeMesh,
        List<Integer> ioCubes,
        PeLayout peLayout,
        int compositeTile,
        MemoryMap memoryMap,
        FabricSpec fabric,
        AddressSpec address,
        SipWires wires,
        Map<LinkKind, LinkSpec> links,
        Map<ComponentKind, ComponentSpec> components,
        EnergySpec energy,
        Speeds speeds) {
    public Topology {
        Objects.requireNonNull(speeds, "speeds");
        Objects.requireNonNull(energy, "energy");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(wires, "wires");
        ioCubes = List.copyOf(ioCubes);
        for (int cube : ioCubes) {
            Objects.checkIndex(cube, cubeMesh.count());
        }
        if (ioCubes.isEmpty()) {
            throw new IllegalArgumentException("an io gateway that is attached to nothing");
        }
        if (compositeTile < 1) {
            throw new IllegalArgumentException("a composite tile of " + compositeTile);
        }
        links = Collections.unmodifiableMap(new EnumMap<>(links));
        components = Collections.unmodifiableMap(new EnumMap<>(components));
        for (LinkKind kind : LinkKind.values()) {
            if (requires(kind, join) && !links.containsKey(kind)) {
                throw new IllegalArgumentException("no link " + kind.text());
            }
        }
        for (ComponentKind kind : ComponentKind.values()) {
            if (!components.containsKey(kind)) {
                throw new IllegalArgumentException("no component " + kind.text());
            }
        }
        Math.multiplyExact(Math.multiplyExact(sipGrid.count(), cubeMesh.count()), peLayout.count());
        if (memoryMap.hbm() % peLayout.count() != 0) {
            throw new IllegalArgumentException("HBM cannot be cut into " + peLayout.count() + " slices");
        }
    }

    /// The same machine with what varies by chance as in another draw.
    public Topology withDraw(long seed, long draw) {
        return with(wires, speeds.withDraw(seed, draw));
    }

    /// The same machine without the links that fail during a run.
    public Topology withLastingLinks() {
        return with(wires.lasting(), speeds);
    }

    private Topology with(SipWires otherWires, Speeds otherSpeeds) {
        return new Topology(
                name,
                sipGrid,
                join,
                cubeMesh,
                ioCubes,
                peLayout,
                compositeTile,
                memoryMap,
                fabric,
                address,
                otherWires,
                links,
                components,
                energy,
                otherSpeeds);
    }

    /// Whether a machine joined in some way cannot do without a kind of link.
    static boolean requires(LinkKind kind, SipJoin join) {
        return kind != LinkKind.SIP_SIP || join == SipJoin.DIRECT;
    }

    /// The number of SIPs.
    public int sips() {
        return sipGrid.count();
    }

    /// The number of cubes in a SIP.
    public int cubes() {
        return cubeMesh.count();
    }

    /// The number of processing elements in a cube.
    public int pesPerCube() {
        return peLayout.count();
    }

    /// The number of processing elements in the machine.
    public int pes() {
        return sips() * cubes() * pesPerCube();
    }

    /// The io cube that what leaves or enters a SIP passes on its way from or to a cube: the nearest, the first of
    /// those that are equally near.
    public int ioCube(int cube) {
        int nearest = ioCubes.getFirst();
        for (int each : ioCubes) {
            if (cubeMesh.distance(cube, each) < cubeMesh.distance(cube, nearest)) {
                nearest = each;
            }
        }
        return nearest;
    }

    /// The racks the SIPs fill.
    public int racks() {
        return address.rack(sips() - 1) + 1;
    }

    /// The HBM of one processing element, in bytes.
    public long hbmSlice() {
        return memoryMap.hbm() / pesPerCube();
    }

    public Optional<LinkSpec> findLink(LinkKind kind) {
        return Optional.ofNullable(links.get(kind));
    }

    /// What the links of a kind are like.
    ///
    /// @throws IllegalArgumentException if there is none, which can only happen for [LinkKind#SIP_SIP]
    public LinkSpec link(LinkKind kind) {
        return findLink(kind).orElseThrow(() -> new IllegalArgumentException("no link " + kind.text() + " in " + name));
    }

    public ComponentSpec component(ComponentKind kind) {
        return Objects.requireNonNull(components.get(kind));
    }

    /// The model of a component that messages pass through.
    public NodeModel node(ComponentKind kind) {
        return model(kind, NodeModel.class);
    }

    /// The model of a component that serves requests.
    public ProcessorModel processor(ComponentKind kind) {
        return model(kind, ProcessorModel.class);
    }

    public DmaModel dma() {
        return model(ComponentKind.PE_DMA, DmaModel.class);
    }

    public GemmModel gemm() {
        return model(ComponentKind.PE_GEMM, GemmModel.class);
    }

    public MathModel math() {
        return model(ComponentKind.PE_MATH, MathModel.class);
    }

    public MemoryModel tcm() {
        return model(ComponentKind.TCM, MemoryModel.class);
    }

    /// The directions in which a SIP has a neighbour, whatever joins them.
    public List<SipGrid.Channel> sipNeighbours(int sip) {
        return sipGrid.channels(sip);
    }

    private <M extends ComponentModel> M model(ComponentKind kind, Class<M> type) {
        ComponentModel model = component(kind).model();
        if (!type.isInstance(model)) {
            throw new IllegalArgumentException(kind.text() + " is not a " + type.getSimpleName());
        }
        return type.cast(model);
    }
}
