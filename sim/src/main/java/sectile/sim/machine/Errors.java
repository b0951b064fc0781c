package sectile.sim.machine;

import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.sim.Place;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.memory.Blocks;
import sectile.sim.memory.Decoded;
import sectile.sim.memory.Mmu;
import sectile.sim.problem.KernelCode;
import sectile.sim.problem.MachineCode;
import sectile.sim.problem.QueueCode;

/// What a user of the machine can do wrong. For errors inside a kernel, [KernelFailure] adds the place and the line.
final class Errors {
    private Errors() {}

    static DiagnosticException notMemory(long address, Decoded decoded) {
        return error(
                MachineCode.NOT_A_MEMORY,
                hex(address) + " is not memory but " + decoded,
                "load and store reach HBM, TCM and SRAM");
    }

    static DiagnosticException leavesMemory(long address, long bytes, Decoded decoded, long room) {
        return error(
                MachineCode.ACCESS_LEAVES_MEMORY,
                "an access of " + bytes + " bytes at " + hex(address) + " (" + decoded
                        + ") leaves its memory, which ends " + room + " bytes on",
                "");
    }

    static DiagnosticException tooLargeForTcm(long bytes, long room) {
        return error(
                MachineCode.ABOVE_TCM,
                "a value of " + bytes + " bytes does not fit the " + room + " usable bytes of TCM",
                "work on smaller tiles");
    }

    static DiagnosticException tilesTooLarge(long bytes, long room) {
        return error(
                MachineCode.COMPOSITE_BUFFERS,
                "the tile buffers of this composite take " + bytes + " bytes, and " + room
                        + " bytes of TCM are reserved for the scheduler",
                "use smaller tiles, or raise cube.memory_map.tcm_reserved");
    }

    static DiagnosticException noPes() {
        return error(MachineCode.NO_PES, "the set of PEs to launch on is empty, expected at least one", "");
    }

    static DiagnosticException closed() {
        return error(MachineCode.CLOSED, "the machine is closed", "use it inside the try block that opened it");
    }

    static DiagnosticException runningAlready() {
        return error(
                MachineCode.REENTERED,
                "the machine is running: what it runs cannot run or close it",
                "in a kernel use the operations of tl; in an action of the host use submit");
    }

    static DiagnosticException negativeSize(long bytes) {
        return error(
                MachineCode.NEGATIVE_SIZE, "a block of " + bytes + " bytes does not exist, expected 0 or more", "");
    }

    static DiagnosticException mapsPhysical(Mmu.Entry entry, int physicalBits) {
        return error(
                MachineCode.MAPS_PHYSICAL,
                hex(entry.virtual()) + " cannot be mapped: below 2^" + physicalBits + " addresses are physical",
                "take virtual ranges from allocateVirtual");
    }

    /// The same diagnostics, with the PE they are about.
    static DiagnosticException on(Place place, DiagnosticException error) {
        return new DiagnosticException(error.diagnostics().stream()
                .map(diagnostic -> diagnostic.note(Span.none(), "on " + place))
                .toList());
    }

    static DiagnosticException queuesInUse(Place place, String kernel) {
        return error(
                QueueCode.QUEUES_IN_USE,
                "kernel " + kernel + " is running on " + place + " and uses the queues that were to be taken away",
                "uninstall when it is done");
    }

    static DiagnosticException notInstalled(Place place, String set, List<String> installed) {
        List<String> named = installed.stream().map(Errors::queues).toList();
        return error(
                QueueCode.NOT_INSTALLED,
                "no " + queues(set) + " are installed on " + place + " that could be taken away; installed: "
                        + (named.isEmpty() ? "none" : String.join(", ", named)),
                set.isEmpty() ? "" : Nearest.hint(set, installed));
    }

    private static String queues(String set) {
        return set.isEmpty() ? "queues without a name" : "queues `" + set + "`";
    }

    static DiagnosticException secondInstall(Place place, String set) {
        return error(
                QueueCode.INSTALLED_TWICE,
                (set.isEmpty() ? "queues" : "queues `" + set + "`") + " are installed on " + place + " already",
                "uninstall the first ones, or give the new ones a name of their own");
    }

    static DiagnosticException nothingInstalled(String set) {
        return error(
                QueueCode.NO_QUEUES,
                set.isEmpty()
                        ? "no queues are installed on this PE"
                        : "no queues `" + set + "` are installed on this PE",
                "install a plan before launching kernels that send or receive");
    }

    static DiagnosticException payloadTooLarge(long bytes, long slotBytes, String direction) {
        return error(
                QueueCode.PAYLOAD_ABOVE_SLOT,
                "a payload of " + bytes + " bytes does not fit a slot of " + slotBytes + " bytes in direction `"
                        + direction + "`",
                "send it in parts, or install larger slots");
    }

    static DiagnosticException unexpectedPayload(QueuePair pair, Arrival arrival, DType dtype, Shape shape) {
        return error(
                QueueCode.UNEXPECTED_PAYLOAD,
                "recv from `" + pair.direction() + "` expected " + dtype.text() + " " + shape + " but "
                        + arrival.dtype().text() + " " + arrival.shape() + " arrived (message " + arrival.sequence()
                        + " from " + pair.peer() + ")",
                "sender and receiver must name one type and shape");
    }

    static DiagnosticException slotOverwritten(QueuePair pair, long message, long now) {
        return error(
                QueueCode.SLOT_OVERWRITTEN,
                "the slot of message " + message + " from `" + pair.direction() + "` holds message " + now
                        + " by now: a slot is free for the next message as soon as recv returns, and a ring has "
                        + pair.config().slots() + (pair.config().slots() == 1 ? " slot" : " slots"),
                "use the message before later ones can come, receive it with a destination, or install more slots");
    }

    /// @param nearest the block that is nearest to the address
    static DiagnosticException outsideBuffers(
            long address, long bytes, long outside, Decoded decoded, Optional<Blocks.Block> nearest) {
        String which = nearest.map(block -> "; the nearest buffer is 0x" + Long.toHexString(block.address()) + "..0x"
                        + Long.toHexString(block.end() - 1) + " ("
                        + (outside >= block.end()
                                ? outside - block.end() + " bytes before this"
                                : block.address() - outside + " bytes behind this")
                        + ")")
                .orElse("; nothing is allocated");
        return error(
                KernelCode.OUTSIDE_EVERY_BUFFER,
                "an access of " + bytes + " bytes at 0x" + Long.toHexString(address) + " leaves every buffer at 0x"
                        + Long.toHexString(outside) + " (" + decoded + ")" + which,
                "addresses count bytes from the pointers that the kernel was given; check offsets, shape and type");
    }

    static DiagnosticException noSuchPlace(Place place, String machine) {
        return error(MachineCode.NO_SUCH_PLACE, place + " does not exist: the machine has " + machine, "");
    }

    static DiagnosticException ringsOverlap(Place a, String directionA, Place b, String directionB) {
        return error(
                QueueCode.RINGS_OVERLAP,
                "the rings of " + a + " " + directionA + " and " + b + " " + directionB + " overlap",
                "");
    }

    static DiagnosticException peerOutsideMachine(Place place, String direction, Place peer) {
        return error(
                QueueCode.PEER_OUTSIDE_MACHINE,
                "direction `" + direction + "` of " + place + " leads to " + peer + ", which does not exist",
                "");
    }

    private static String hex(long address) {
        return "address 0x" + Long.toHexString(address);
    }

    static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
