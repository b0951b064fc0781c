package sectile.sim.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.sim.fabric.Endpoint;
import sectile.sim.kernel.GemmPlan.Window;
import sectile.sim.kernel.Space;
import sectile.sim.memory.AddressMap;
import sectile.sim.memory.Decoded;
import sectile.sim.memory.MachineSize;
import sectile.sim.memory.Mmu;
import sectile.sim.topology.AddressSpec;
import sectile.sim.topology.MemoryMap;
import sectile.sim.topology.Topology;

/// What addresses mean to a PE: physical ones by the address map, virtual ones by its PE_MMU.
final class Addresses {
    private Addresses() {}

    static AddressMap of(Topology topology) {
        MemoryMap memory = topology.memoryMap();
        MachineSize size = new MachineSize(
                topology.sips(), topology.cubes(), topology.pesPerCube(), memory.hbm(), memory.sram(), memory.tcm());
        AddressSpec address = topology.address();
        return new AddressMap(size, address.rackBits(), address.sipBits(), address.cubeBits(), address.localBits());
    }

    /// The memory a physical address lies in, as an end of routes.
    static Endpoint endpoint(Simulation simulation, long physical) {
        Decoded decoded = simulation.addresses().decode(physical);
        return switch (decoded.range()) {
            case HBM -> Endpoint.hbm(decoded.place());
            case TCM -> Endpoint.tcm(decoded.place());
            case SRAM -> Endpoint.sram(decoded.place().sip(), decoded.place().cube());
            case IPCQ, SCRATCHPAD, REGISTER_FILE, STATUS, RESERVED -> throw Errors.notMemory(physical, decoded);
        };
    }

    /// The one memory that `bytes` bytes from a physical address on lie in; a diagnostic if they leave it.
    static Endpoint endpoint(Simulation simulation, long physical, long bytes) {
        Endpoint endpoint = endpoint(simulation, physical);
        Decoded decoded = simulation.addresses().decode(physical);
        long room = simulation.addresses().bytes(decoded.range()) - decoded.offset();
        if (bytes > room) {
            throw Errors.leavesMemory(physical, bytes, decoded, room);
        }
        return endpoint;
    }

    /// The kind of memory at an address; a diagnostic if what is there is no memory.
    static Space space(long address, Decoded decoded) {
        return switch (decoded.range()) {
            case HBM -> Space.HBM;
            case TCM -> Space.TCM;
            case SRAM -> Space.SRAM;
            case IPCQ, SCRATCHPAD, REGISTER_FILE, STATUS, RESERVED -> throw Errors.notMemory(address, decoded);
        };
    }

    static Space spaceOf(Pe pe, long address, long bytes) {
        Simulation simulation = pe.simulation();
        if (!simulation.isVirtual(address)) {
            Reach reach = pe.reach(address);
            if (reach.holds(address, Math.max(1, bytes))) {
                return reach.space();
            }
        }
        Space space = Space.HBM;
        for (Mmu.Run run : runs(pe, address, Math.max(1, bytes))) {
            Decoded decoded = simulation.addresses().decode(run.physical());
            space = space(address, decoded);
            long room = simulation.addresses().bytes(decoded.range()) - decoded.offset();
            if (run.bytes() > room) {
                throw Errors.leavesMemory(address, bytes, decoded, room);
            }
        }
        return space;
    }

    static boolean isOwnTcm(Pe pe, long address) {
        return !pe.simulation().isVirtual(address) && pe.reach(address).isOwnTcm();
    }

    /// A rectangle cut by the memories its bytes lie in, in the order they are first met.
    static List<Piece> pieces(Pe pe, Window window, boolean withSegments) {
        Simulation simulation = pe.simulation();
        long extent = (window.rows() - 1) * window.strideBytes() + window.rowBytes();
        List<Mmu.Run> whole = runs(pe, window.address(), extent);
        if (whole.size() == 1) {
            long first = whole.getFirst().physical();
            return List.of(new Piece(
                    endpoint(simulation, first), window.bytes(), withSegments ? segments(window, first) : List.of()));
        }
        SequencedMap<Endpoint, List<Piece.Segment>> byMemory = new LinkedHashMap<>();
        int offset = 0;
        for (int row = 0; row < window.rows(); row++) {
            for (Mmu.Run run : runs(pe, window.address() + row * window.strideBytes(), window.rowBytes())) {
                int bytes = Math.toIntExact(run.bytes());
                byMemory.computeIfAbsent(endpoint(simulation, run.physical()), end -> new ArrayList<>())
                        .add(new Piece.Segment(run.physical(), bytes, offset));
                offset += bytes;
            }
        }
        List<Piece> pieces = new ArrayList<>();
        byMemory.forEach((memory, segments) -> pieces.add(new Piece(
                memory, segments.stream().mapToLong(Piece.Segment::bytes).sum(), segments)));
        return pieces;
    }

    private static List<Piece.Segment> segments(Window window, long first) {
        int bytes = Math.toIntExact(window.rowBytes());
        if (window.rows() == 1) {
            return List.of(new Piece.Segment(first, bytes, 0));
        }
        List<Piece.Segment> segments = new ArrayList<>(window.rows());
        for (int row = 0; row < window.rows(); row++) {
            segments.add(new Piece.Segment(first + row * window.strideBytes(), bytes, row * bytes));
        }
        return segments;
    }

    /// Where the bytes of an access lie in physical memory.
    static List<Mmu.Run> runs(Pe pe, long address, long bytes) {
        if (!pe.simulation().isVirtual(address)) {
            return List.of(new Mmu.Run(address, bytes));
        }
        return pe.mmu().translate(address, bytes);
    }
}
