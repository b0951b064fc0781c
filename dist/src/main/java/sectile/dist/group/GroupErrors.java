package sectile.dist.group;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.ccl.Collective;
import sectile.dist.problem.DistCode;

/// What a user can do wrong with groups and collectives: `DIST-4xx`, and with models spread over them:
/// `DIST-50x`.
final class GroupErrors {
    private GroupErrors() {}

    static DiagnosticException notInitialised() {
        return error(DistCode.NOT_INITIALISED, "there is no process group", "call initProcessGroup(\"ahbm\") first");
    }

    static DiagnosticException initialisedTwice() {
        return error(
                DistCode.INITIALISED_TWICE,
                "the process group exists already",
                "call destroyProcessGroup() before another");
    }

    static DiagnosticException unknownBackend(String name, List<String> known) {
        return error(DistCode.UNKNOWN_BACKEND, "there is no backend `" + name + "`", Nearest.hint(name, known));
    }

    static DiagnosticException initInsideWorker(int rank) {
        return error(
                DistCode.INITIALISED_BY_WORKER,
                "rank " + rank + " initialises the process group",
                "it belongs to all ranks: do it before spawn");
    }

    static DiagnosticException worldTooLarge(int world, int sips) {
        return error(
                DistCode.WORLD_TOO_LARGE,
                "a world of " + world + " ranks needs " + world + " SIPs, the machine has " + sips,
                "lower world_size in the ccl.yaml, or set system.sips.count=" + world);
    }

    static DiagnosticException notAMember(int rank, String group, List<Integer> ranks) {
        return error(
                DistCode.NOT_IN_GROUP,
                "rank " + rank + " is not in group " + group + ", which has " + Epoch.ranks(ranks),
                "only members call a group's collectives");
    }

    static DiagnosticException outsideDevice(String group, List<Integer> sips, int sip) {
        return error(
                DistCode.TENSOR_ELSEWHERE,
                "the tensor lies on SIP " + sip + ", which is not in group " + group + " of SIPs " + sips,
                "call set_device before making the tensor");
    }

    static DiagnosticException differentCall(int rank, Call call, Epoch epoch) {
        return error(
                DistCode.CALLS_DIFFER,
                "rank " + rank + " calls " + call + ", but rank " + epoch.firstRank() + " called " + epoch,
                "all ranks call the same collectives in the same order with the same sizes");
    }

    static DiagnosticException joinedTwice(int rank, Epoch epoch) {
        return error(
                DistCode.CALL_TOO_EARLY,
                "rank " + rank + " joins " + epoch + " a second time",
                "wait for the work of the first call before calling again");
    }

    static DiagnosticException endedWithoutJoining(int rank, Epoch epoch) {
        return error(
                DistCode.RANK_ENDED,
                "rank " + rank + " ended without joining " + epoch + ", in which " + Epoch.ranks(epoch.present())
                        + (epoch.present().size() == 1 ? " waits" : " wait"),
                "a collective under a condition must have the same condition on every rank");
    }

    static DiagnosticException waitsInVain(int rank, Epoch epoch) {
        return error(
                DistCode.RANKS_WAIT,
                "rank " + rank + " waits in " + epoch + " for " + Epoch.ranks(epoch.missing())
                        + ", which wait for something else",
                "ranks that share several groups must call their collectives in one order");
    }

    static DiagnosticException notStarted(int rank, Epoch epoch, List<Integer> absent) {
        return error(
                DistCode.RANKS_WAIT,
                "rank " + rank + " waits in " + epoch + " for " + Epoch.ranks(absent)
                        + (absent.size() == 1 ? ", which was not started" : ", which were not started"),
                "spawn all ranks of the group, or make a group of those that run");
    }

    static DiagnosticException wrongDevice(int rank, int expected, int found) {
        return error(
                DistCode.TENSOR_ELSEWHERE,
                "rank " + rank + " is on SIP " + expected + ", but its tensor lies on SIP " + found,
                "call ahbm().setDevice(" + expected + ") before making the tensor");
    }

    static DiagnosticException wrongLayout(String algorithm, String objection, List<String> others) {
        return error(
                DistCode.PLACEMENT_NOT_TAKEN,
                "algorithm `" + algorithm + "` " + objection,
                others.isEmpty()
                        ? "choose another placement"
                        : "choose another placement, or an algorithm that takes this one: "
                                + String.join(", ", others));
    }

    static DiagnosticException cannotReduce(DType dtype) {
        return error(
                DistCode.NOT_REDUCIBLE,
                "elements of " + dtype.text() + " cannot be reduced",
                "reduce f16, bf16, f32, f64 or integers of at least 8 bits");
    }

    static DiagnosticException wrongSize(Collective collective, long found, long expected, String rule) {
        return error(
                DistCode.OUTPUT_SIZE,
                "the output of " + collective.text() + " has " + found + " elements, not " + expected,
                rule);
    }

    static DiagnosticException notDivisible(Collective collective, long elements, int ranks) {
        return error(
                DistCode.NOT_SHARED_EQUALLY,
                "the input of " + collective.text() + " has " + elements + " elements, which " + ranks
                        + " ranks cannot share equally",
                "its size must be a multiple of the number of ranks");
    }

    static DiagnosticException differentTypes(DType input, DType output) {
        return error(
                DistCode.INPUT_AND_OUTPUT_TYPES,
                "the input is " + input.text() + " and the output " + output.text(),
                "both must have one element type");
    }

    static DiagnosticException badRoot(int root, int size) {
        return error(
                DistCode.BAD_ROOT,
                "root " + root + " is not in a group of " + size,
                "ranks go from 0 to " + (size - 1));
    }

    static DiagnosticException badRanks(Collection<Integer> ranks, int world) {
        return error(
                DistCode.BAD_GROUP,
                "a group of " + (ranks.isEmpty() ? "no ranks" : "ranks " + ranks) + " in a world of " + world,
                "name at least one rank, each once, from 0 to " + (world - 1));
    }

    static DiagnosticException toItself(int rank) {
        return error(DistCode.SEND_TO_SELF, "rank " + rank + " sends to itself", "source and target must differ");
    }

    static DiagnosticException inPlace(Collective collective) {
        return error(
                DistCode.NOT_IN_PLACE,
                collective.text() + " cannot work in place",
                "give it a second tensor for the output");
    }

    static DiagnosticException noAutomatic(String collective) {
        return error(
                DistCode.NO_ALGORITHM_FOUND,
                "`algorithm: auto` finds no algorithm for " + collective + " that takes this placement",
                "choose another placement, or name an algorithm");
    }

    static DiagnosticException nothingDoes(String collective) {
        return error(
                DistCode.NO_ALGORITHM_FOUND,
                "`algorithm: auto` finds no algorithm for " + collective,
                "add one to ccl.yaml whose kernel does it");
    }

    static DiagnosticException spreadDifferently(Collective collective, String mismatch) {
        return error(
                DistCode.OPERANDS_APART,
                "the tensors of " + collective.text() + " are spread differently: " + mismatch,
                "every PE must have the same part of both");
    }

    static DiagnosticException notTraceable(String reason) {
        return error(DistCode.NOT_TRACEABLE, "the algorithm cannot be written as steps of ranks: " + reason, "");
    }

    static DiagnosticException noModelParallel() {
        return error(
                DistCode.MODEL_NOT_INITIALISED,
                "there are no tensor-parallel groups",
                "call initializeModelParallel(tp) before spawn");
    }

    static DiagnosticException modelParallelTwice(int tensorParallel) {
        return error(
                DistCode.MODEL_INITIALISED_TWICE,
                "tensor-parallel groups of " + tensorParallel + " ranks exist already",
                "call destroyModelParallel() before making others");
    }

    static DiagnosticException badTensorParallel(int tensorParallel, int world) {
        List<String> divisors = IntStream.rangeClosed(1, world)
                .filter(size -> world % size == 0)
                .mapToObj(String::valueOf)
                .toList();
        return error(
                DistCode.MODEL_SIZE,
                "a world of " + world + " ranks cannot be cut into tensor-parallel groups of " + tensorParallel,
                "a size that works: " + String.join(", ", divisors));
    }

    static DiagnosticException modelParallelInsideWorker(int rank) {
        return error(
                DistCode.MODEL_INITIALISED_BY_WORKER,
                "rank " + rank + " makes tensor-parallel groups",
                "they belong to all ranks: do it before spawn");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
