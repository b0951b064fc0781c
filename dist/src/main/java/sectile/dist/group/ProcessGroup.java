package sectile.dist.group;

import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.machine.Sip;

/// A group of ranks and what they can do together. Every rank of the group must call the same collectives in
/// the same order. The methods with `Async` in their names return at once; the others wait.
public final class ProcessGroup {
    private final Meeting meeting;

    ProcessGroup(Meeting meeting) {
        this.meeting = meeting;
    }

    public String name() {
        return meeting.team().name();
    }

    public int size() {
        return meeting.team().size();
    }

    /// The ranks of the world that are in it, in the order of its own.
    public List<Integer> ranks() {
        return meeting.ranks();
    }

    /// The devices of its ranks, in the same order.
    public List<Sip> devices() {
        return meeting.devices();
    }

    /// The calling worker's rank in this group.
    public int rank() {
        return meeting.ownRank();
    }

    public boolean contains(int worldRank) {
        return meeting.ranks().contains(worldRank);
    }

    /// When the last collective that all ranks have finished ran.
    public Optional<CollectiveTiming> lastTiming() {
        return meeting.lastTiming();
    }

    // All-reduce

    /// Every participating PE ends with the combination of the elements of all participating PEs of all ranks.
    public void allReduce(DeviceTensor tensor, ReduceOp op) {
        allReduceAsync(tensor, op).await();
    }

    public Work allReduceAsync(DeviceTensor tensor, ReduceOp op) {
        return reduced(Collective.ALL_REDUCE, Operands.inPlace(tensor), tensor, op, 0);
    }

    /// The same by a named algorithm, or `auto`, instead of the configured one.
    public Work allReduceAsync(DeviceTensor tensor, ReduceOp op, String algorithm) {
        Checks.reducible(tensor.dtype());
        return meeting.join(Collective.ALL_REDUCE, op, 0, Operands.inPlace(tensor), Optional.of(algorithm));
    }

    // The others

    /// Every rank's elements, one after the other, on every rank.
    public void allGather(DeviceTensor output, DeviceTensor input) {
        allGatherAsync(output, input).await();
    }

    public Work allGatherAsync(DeviceTensor output, DeviceTensor input) {
        Checks.gathered(output, input, size());
        return plain(Collective.ALL_GATHER, Operands.of(input, output), 0);
    }

    /// The same by a named algorithm instead of the configured one.
    public Work allGatherAsync(DeviceTensor output, DeviceTensor input, String algorithm) {
        Checks.gathered(output, input, size());
        return named(Collective.ALL_GATHER, Operands.of(input, output), ReduceOp.SUM, algorithm);
    }

    /// The combination of all ranks' elements, of which rank r gets the r-th part.
    public void reduceScatter(DeviceTensor output, DeviceTensor input, ReduceOp op) {
        reduceScatterAsync(output, input, op).await();
    }

    public Work reduceScatterAsync(DeviceTensor output, DeviceTensor input, ReduceOp op) {
        Checks.scattered(output, input, size());
        return reduced(Collective.REDUCE_SCATTER, Operands.of(input, output), input, op, 0);
    }

    /// The same by a named algorithm instead of the configured one.
    public Work reduceScatterAsync(DeviceTensor output, DeviceTensor input, ReduceOp op, String algorithm) {
        Checks.scattered(output, input, size());
        Checks.reducible(input.dtype());
        return named(Collective.REDUCE_SCATTER, Operands.of(input, output), op, algorithm);
    }

    /// The root's elements on every rank.
    public void broadcast(DeviceTensor tensor, int root) {
        broadcastAsync(tensor, root).await();
    }

    public Work broadcastAsync(DeviceTensor tensor, int root) {
        Checks.root(root, size());
        return plain(Collective.BROADCAST, Operands.inPlace(tensor), root);
    }

    /// The combination of all ranks' elements on the root; the others keep theirs.
    public void reduce(DeviceTensor tensor, int root, ReduceOp op) {
        reduceAsync(tensor, root, op).await();
    }

    public Work reduceAsync(DeviceTensor tensor, int root, ReduceOp op) {
        Checks.root(root, size());
        return reduced(Collective.REDUCE, Operands.inPlace(tensor), tensor, op, root);
    }

    /// Part q of rank r's input becomes part r of rank q's output.
    public void allToAll(DeviceTensor output, DeviceTensor input) {
        allToAllAsync(output, input).await();
    }

    public Work allToAllAsync(DeviceTensor output, DeviceTensor input) {
        Checks.exchanged(output, input, size());
        return plain(Collective.ALL_TO_ALL, Operands.of(input, output), 0);
    }

    /// The same by a named algorithm instead of the configured one.
    public Work allToAllAsync(DeviceTensor output, DeviceTensor input, String algorithm) {
        Checks.exchanged(output, input, size());
        return named(Collective.ALL_TO_ALL, Operands.of(input, output), ReduceOp.SUM, algorithm);
    }

    /// No rank continues until all ranks have arrived. Outside all workers there is one caller, which has arrived: it
    /// lets everything finish that is in flight.
    public void barrier() {
        barrierAsync().await();
    }

    public Work barrierAsync() {
        return plain(Collective.BARRIER, Operands.none(), 0);
    }

    private Work plain(Collective collective, Operands operands, int root) {
        return meeting.join(collective, ReduceOp.SUM, root, operands, Optional.empty());
    }

    private Work named(Collective collective, Operands operands, ReduceOp op, String algorithm) {
        return meeting.join(collective, op, 0, operands, Optional.of(algorithm));
    }

    private Work reduced(Collective collective, Operands operands, DeviceTensor tensor, ReduceOp op, int root) {
        Checks.reducible(tensor.dtype());
        return meeting.join(collective, op, root, operands, Optional.empty());
    }

    /// The argument checks that need no other rank.
    private static final class Checks {
        static void reducible(DType dtype) {
            boolean small = dtype.isSubByte() || (dtype.isFloat() && dtype.bits() < 16);
            if (dtype == DType.BOOL || small) {
                throw GroupErrors.cannotReduce(dtype);
            }
        }

        static void gathered(DeviceTensor output, DeviceTensor input, int ranks) {
            sameType(input, output);
            long wanted = input.shape().elements() * ranks;
            outputSize(
                    Collective.ALL_GATHER,
                    output,
                    wanted,
                    "it must be the size of the input times the number of ranks");
        }

        static void scattered(DeviceTensor output, DeviceTensor input, int ranks) {
            sameType(input, output);
            divisible(Collective.REDUCE_SCATTER, input, ranks);
            long wanted = input.shape().elements() / ranks;
            outputSize(
                    Collective.REDUCE_SCATTER,
                    output,
                    wanted,
                    "it must be the size of the input divided by the number of ranks");
        }

        static void exchanged(DeviceTensor output, DeviceTensor input, int ranks) {
            sameType(input, output);
            if (input == output) {
                throw GroupErrors.inPlace(Collective.ALL_TO_ALL);
            }
            divisible(Collective.ALL_TO_ALL, input, ranks);
            outputSize(Collective.ALL_TO_ALL, output, input.shape().elements(), "it must be the size of the input");
        }

        static void sameType(DeviceTensor input, DeviceTensor output) {
            if (input.dtype() != output.dtype()) {
                throw GroupErrors.differentTypes(input.dtype(), output.dtype());
            }
        }

        static void outputSize(Collective collective, DeviceTensor output, long wanted, String rule) {
            if (output.shape().elements() != wanted) {
                throw GroupErrors.wrongSize(collective, output.shape().elements(), wanted, rule);
            }
        }

        static void divisible(Collective collective, DeviceTensor input, int ranks) {
            if (input.shape().elements() % ranks != 0) {
                throw GroupErrors.notDivisible(collective, input.shape().elements(), ranks);
            }
        }

        static void root(int root, int size) {
            if (root < 0 || root >= size) {
                throw GroupErrors.badRoot(root, size);
            }
        }
    }
}
