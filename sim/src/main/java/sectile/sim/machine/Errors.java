package sectile.sim.machine;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.Place;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.memory.Decoded;

/// What a user of the machine can do wrong. For errors inside a kernel, [KernelFailure] adds the place and the line.
final class Errors {
    private Errors() {}

    static DiagnosticException notMemory(long address, Decoded decoded) {
        return error(
                "SIM-401", hex(address) + " is no memory but " + decoded, "load and store reach HBM, TCM and SRAM");
    }

    static DiagnosticException leavesMemory(long address, long bytes, Decoded decoded, long room) {
        return error(
                "SIM-402",
                "an access of " + bytes + " bytes at " + hex(address) + " (" + decoded
                        + ") leaves its memory, which ends " + room + " bytes on",
                "");
    }

    static DiagnosticException tooLargeForTcm(long bytes, long room) {
        return error(
                "SIM-403",
                "a value of " + bytes + " bytes does not fit the " + room + " usable bytes of TCM",
                "work on smaller tiles");
    }

    static DiagnosticException secondInstall(Place place, String set) {
        return error(
                "IPC-301",
                (set.isEmpty() ? "queues" : "queues `" + set + "`") + " are installed on " + place + " already",
                "uninstall the first ones, or give the new ones a name of their own");
    }

    static DiagnosticException nothingInstalled(String set) {
        return error(
                "IPC-204",
                set.isEmpty()
                        ? "no queues are installed on this PE"
                        : "no queues `" + set + "` are installed on this PE",
                "install a plan before launching kernels that send or receive");
    }

    static DiagnosticException payloadTooLarge(long bytes, long slotBytes, String direction) {
        return error(
                "IPC-202",
                "a payload of " + bytes + " bytes does not fit a slot of " + slotBytes + " bytes in direction `"
                        + direction + "`",
                "send it in parts, or install larger slots");
    }

    static DiagnosticException unexpectedPayload(QueuePair pair, Arrival arrival, DType dtype, Shape shape) {
        return error(
                "IPC-203",
                "recv from `" + pair.direction() + "` expected " + dtype.text() + " " + shape + " but "
                        + arrival.dtype().text() + " " + arrival.shape() + " arrived (message " + arrival.sequence()
                        + " from " + pair.peer() + ")",
                "sender and receiver must name one type and shape");
    }

    static DiagnosticException noSuchPlace(Place place, String machine) {
        return error("SIM-404", place + " does not exist: the machine has " + machine, "");
    }

    static DiagnosticException ringsOverlap(Place a, String directionA, Place b, String directionB) {
        return error(
                "IPC-302", "the rings of " + a + " " + directionA + " and " + b + " " + directionB + " overlap", "");
    }

    static DiagnosticException peerOutsidePlan(Place place, String direction, Place peer) {
        return error(
                "IPC-303",
                "direction `" + direction + "` of " + place + " leads to " + peer + ", which does not exist",
                "");
    }

    private static String hex(long address) {
        return "address 0x" + Long.toHexString(address);
    }

    static DiagnosticException error(String code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
