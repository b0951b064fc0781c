package sectile.dist.group;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.ccl.Collective;

/// What a user can do wrong with groups and collectives: `DIST-4xx`, and with models spread over them:
/// `DIST-50x`.
final class GroupErrors {
    private GroupErrors() {}

    static DiagnosticException notInitialised() {
        return error("DIST-401", "there is no process group", "call initProcessGroup(\"ahbm\") first");
    }

    static DiagnosticException initialisedTwice() {
        return error("DIST-402", "the process group exists already", "call destroyProcessGroup() before another");
    }

    static DiagnosticException unknownBackend(String name, List<String> known) {
        return error("DIST-403", "there is no backend `" + name + "`", Nearest.hint(name, known));
    }

    static DiagnosticException initInsideWorker(int rank) {
        return error(
                "DIST-404",
                "rank " + rank + " initialises the process group",
                "it belongs to all ranks: do it before spawn");
    }

    static DiagnosticException worldTooLarge(int world, int sips) {
        return error(
                "DIST-405",
                "a world of " + world + " ranks needs " + world + " SIPs, the machine has " + sips,
                "lower world_size in the ccl.yaml, or set system.sips.count=" + world);
    }

    static DiagnosticException notAMember(int rank, String group, List<Integer> ranks) {
        return error(
                "DIST-406",
                "rank " + rank + " is not in group " + group + ", which has " + Epoch.ranks(ranks),
                "only members call a group's collectives");
    }

    static DiagnosticException outsideDevice(String group, List<Integer> sips, int sip) {
        return error(
                "DIST-412",
                "the tensor lies on SIP " + sip + ", which is not in group " + group + " of SIPs " + sips,
                "call set_device before making the tensor");
    }

    static DiagnosticException differentCall(int rank, Call call, Epoch epoch) {
        return error(
                "DIST-408",
                "rank " + rank + " calls " + call + ", but rank " + epoch.firstRank() + " called " + epoch,
                "all ranks call the same collectives in the same order with the same sizes");
    }

    static DiagnosticException joinedTwice(int rank, Epoch epoch) {
        return error(
                "DIST-409",
                "rank " + rank + " joins " + epoch + " a second time",
                "wait for the work of the first call before calling again");
    }

    static DiagnosticException endedWithoutJoining(int rank, Epoch epoch) {
        return error(
                "DIST-410",
                "rank " + rank + " ended without joining " + epoch + ", in which " + Epoch.ranks(epoch.present())
                        + (epoch.present().size() == 1 ? " waits" : " wait"),
                "a collective under a condition must have the same condition on every rank");
    }

    static DiagnosticException waitsInVain(int rank, Epoch epoch) {
        return error(
                "DIST-411",
                "rank " + rank + " waits in " + epoch + " for " + Epoch.ranks(epoch.missing())
                        + ", which wait for something else",
                "ranks that share several groups must call their collectives in one order");
    }

    static DiagnosticException notStarted(int rank, Epoch epoch, List<Integer> absent) {
        return error(
                "DIST-411",
                "rank " + rank + " waits in " + epoch + " for " + Epoch.ranks(absent)
                        + (absent.size() == 1 ? ", which was not started" : ", which were not started"),
                "spawn all ranks of the group, or make a group of those that run");
    }

    static DiagnosticException wrongDevice(int rank, int expected, int found) {
        return error(
                "DIST-412",
                "rank " + rank + " is on SIP " + expected + ", but its tensor lies on SIP " + found,
                "call ahbm().setDevice(" + expected + ") before making the tensor");
    }

    static DiagnosticException wrongLayout(String algorithm, String objection, List<String> others) {
        return error(
                "DIST-413",
                "algorithm `" + algorithm + "` " + objection,
                others.isEmpty()
                        ? "choose another placement"
                        : "choose another placement, or an algorithm that takes this one: "
                                + String.join(", ", others));
    }

    static DiagnosticException cannotReduce(DType dtype) {
        return error(
                "DIST-414",
                "elements of " + dtype.text() + " cannot be reduced",
                "reduce f16, bf16, f32, f64 or integers of at least 8 bits");
    }

    static DiagnosticException wrongSize(Collective collective, long found, long expected, String rule) {
        return error(
                "DIST-415",
                "the output of " + collective.text() + " has " + found + " elements, not " + expected,
                rule);
    }

    static DiagnosticException notDivisible(Collective collective, long elements, int ranks) {
        return error(
                "DIST-416",
                "the input of " + collective.text() + " has " + elements + " elements, which " + ranks
                        + " ranks cannot share equally",
                "its size must be a multiple of the number of ranks");
    }

    static DiagnosticException differentTypes(DType input, DType output) {
        return error(
                "DIST-417",
                "the input is " + input.text() + " and the output " + output.text(),
                "both must have one element type");
    }

    static DiagnosticException badRoot(int root, int size) {
        return error("DIST-418", "root " + root + " is not in a group of " + size, "ranks go from 0 to " + (size - 1));
    }

    static DiagnosticException badRanks(Collection<Integer> ranks, int world) {
        return error(
                "DIST-419",
                "a group of " + (ranks.isEmpty() ? "no ranks" : "ranks " + ranks) + " in a world of " + world,
                "name at least one rank, each once, from 0 to " + (world - 1));
    }

    static DiagnosticException toItself(int rank) {
        return error("DIST-420", "rank " + rank + " sends to itself", "source and target must differ");
    }

    static DiagnosticException inPlace(Collective collective) {
        return error("DIST-421", collective.text() + " cannot work in place", "give it a second tensor for the output");
    }

    static DiagnosticException noAutomatic(String collective) {
        return error(
                "DIST-422",
                "`algorithm: auto` finds no algorithm for " + collective + " that takes this placement",
                "choose another placement, or name an algorithm");
    }

    static DiagnosticException nothingDoes(String collective) {
        return error(
                "DIST-422",
                "`algorithm: auto` finds no algorithm for " + collective,
                "add one to ccl.yaml whose kernel does it");
    }

    static DiagnosticException spreadDifferently(Collective collective, String mismatch) {
        return error(
                "DIST-423",
                "the tensors of " + collective.text() + " are spread differently: " + mismatch,
                "every PE must have the same part of both");
    }

    static DiagnosticException noModelParallel() {
        return error(
                "DIST-501", "there are no tensor-parallel groups", "call initializeModelParallel(tp) before spawn");
    }

    static DiagnosticException modelParallelTwice(int tensorParallel) {
        return error(
                "DIST-502",
                "tensor-parallel groups of " + tensorParallel + " ranks exist already",
                "call destroyModelParallel() before making others");
    }

    static DiagnosticException badTensorParallel(int tensorParallel, int world) {
        List<String> divisors = IntStream.rangeClosed(1, world)
                .filter(size -> world % size == 0)
                .mapToObj(String::valueOf)
                .toList();
        return error(
                "DIST-503",
                "a world of " + world + " ranks cannot be cut into tensor-parallel groups of " + tensorParallel,
                "a size that works: " + String.join(", ", divisors));
    }

    static DiagnosticException modelParallelInsideWorker(int rank) {
        return error(
                "DIST-504",
                "rank " + rank + " makes tensor-parallel groups",
                "they belong to all ranks: do it before spawn");
    }

    private static DiagnosticException error(String code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
