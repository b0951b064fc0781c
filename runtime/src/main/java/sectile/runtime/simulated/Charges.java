package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Reduction;
import sectile.base.number.UnaryFunction;
import sectile.interp.machine.Core;
import sectile.interp.machine.Request;
import sectile.interp.value.Data;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.runtime.problem.RunCode;
import sectile.sim.component.MathOp;
import sectile.sim.machine.Work;

/// What an op costs on a PE, beyond its accesses to memory: matrix products are work of GEMM, everything elementwise or
/// reducing of MATH, moves between tile memories of TCM. Views, queries and synchronisation cost nothing by themselves.
final class Charges {
    private final long tcmBytes;

    Charges(long tcmBytes) {
        this.tcmBytes = tcmBytes;
    }

    List<Work> of(Core core, Request.Compute request) {
        OpCall call = request.call();
        if (!(request.result() instanceof Data result) || result.memory() != null) {
            return element(request);
        }
        if (bytes(result) > tcmBytes) {
            throw core.error(
                    RunCode.TILE_ABOVE_TCM,
                    call.op().surface() + ": a tile of " + bytes(result) + " bytes does not fit the " + tcmBytes
                            + " bytes of TCM",
                    "use smaller tiles");
        }
        return switch (call.op().semantics()) {
            case Semantics.Apply apply -> math(of(apply.function()), result);
            case Semantics.Combine combine -> {
                var work = new ArrayList<Work>();
                for (int i = 1; i < combine.operands(); i++) {
                    work.addAll(math(of(combine.function()), result));
                }
                yield work;
            }
            case Semantics.CombineValid combine -> math(of(combine.function()), result);
            case Semantics.Convert c -> math(MathOp.CAST, input(request, result));
            case Semantics.Compare c -> math(MathOp.CMP, input(request, result));
            case Semantics.Select s -> math(MathOp.WHERE, result);
            case Semantics.Broadcast b -> math(MathOp.COPY, result);
            case Semantics.Reduce reduce -> math(of(reduce.function()), input(request, result));
            case Semantics.Contract contract -> product(request, contract, result);
            case Semantics.View v -> List.of();
            case Semantics.Move move ->
                switch (move) {
                    case LOAD, STORE, COPY_REGION -> List.of();
                    case RELOCATE, EXTRACT -> moved("move", result);
                    case ASSEMBLE -> moved("assemble", last(request, result));
                };
            case Semantics.Rearrange r -> math(MathOp.COPY, result);
            case Semantics.Create create ->
                switch (create) {
                    case UNDEFINED, MATRIX_BUFFER -> List.of();
                    case FULL, COUNT, RANDOM, TRIANGLE -> math(MathOp.COPY, result);
                };
            case Semantics.Element e -> element(request);
            case Semantics.Gather g -> math(MathOp.COPY, result);
            case Semantics.Scatter s -> math(MathOp.COPY, result);
            case Semantics.Sort s -> sorted(result);
            case Semantics.Remote r -> List.of();
            case Semantics.Collective c -> List.of();
            case Semantics.Synchronise s -> List.of();
            case Semantics.Pipe p -> List.of();
            case Semantics.Lanes l -> moved("move", result);
            case Semantics.Query q -> List.of();
            case Semantics.Host h -> List.of();
        };
    }

    /// A scalar read from a tile, or written to one.
    private static List<Work> element(Request.Compute request) {
        boolean ofTile = request.call().op().semantics() instanceof Semantics.Element
                && request.operands().getFirst() instanceof Data data
                && data.memory() == null;
        return ofTile
                ? List.of(new Work.Compute(
                        MathOp.COPY, 1, ((Data) request.operands().getFirst()).dtype()))
                : List.of();
    }

    private static List<Work> math(MathOp op, Data over) {
        return List.of(new Work.Compute(op, over.shape().elements(), over.dtype()));
    }

    private static List<Work> moved(String name, Data tile) {
        return List.of(new Work.Move(name, bytes(tile)));
    }

    /// Comparing in as many rounds as it takes to merge single elements.
    private static List<Work> sorted(Data tile) {
        long elements = tile.shape().elements();
        long rounds = Math.max(1, 64 - Long.numberOfLeadingZeros(Math.max(1, elements) - 1));
        return List.of(new Work.Compute(MathOp.CMP, elements * rounds, tile.dtype()));
    }

    private static long bytes(Data tile) {
        return tile.dtype().bytesFor(tile.shape().elements());
    }

    private static Data input(Request.Compute request, Data otherwise) {
        return !request.operands().isEmpty() && request.operands().getFirst() instanceof Data data ? data : otherwise;
    }

    /// What is put into the first operand.
    private static Data last(Request.Compute request, Data otherwise) {
        return request.operands().size() > 1 && request.operands().get(1) instanceof Data data ? data : otherwise;
    }

    /// The extents follow from the result, m × n, and from how many elements there are to each row of the left operand.
    private static List<Work> product(Request.Compute request, Semantics.Contract contract, Data result) {
        OpCall call = request.call();
        Data left = (Data) request.operands().get(call.op().operandIndex("lhs"));
        int rank = result.rank();
        long n = result.shape().dim(rank - 1);
        long m = rank < 2 ? 1 : result.shape().dim(rank - 2);
        long batches = m * n == 0 ? 0 : result.shape().elements() / (m * n);
        long k = m == 0 || batches == 0 ? 0 : left.shape().elements() / (m * Math.max(1, leftBatches(left)));
        var work = new ArrayList<Work>();
        for (long i = 0; i < batches; i++) {
            work.add(new Work.Multiply(Math.toIntExact(m), Math.toIntExact(n), Math.toIntExact(k), left.dtype()));
        }
        if (contract.accumulation() == Semantics.Accumulation.BIAS) {
            work.addAll(math(MathOp.ADD, result));
        }
        return work;
    }

    private static long leftBatches(Data left) {
        long batches = 1;
        for (int i = 0; i < left.rank() - 2; i++) {
            batches *= left.shape().dim(i);
        }
        return batches;
    }

    private static MathOp of(UnaryFunction function) {
        return switch (function) {
            case NEG, NOT -> MathOp.NEG;
            case ABS -> MathOp.ABS;
            case RELU -> MathOp.MAXIMUM;
            case RECIP -> MathOp.DIV;
            case SQRT, RSQRT -> MathOp.SQRT;
            case EXP -> MathOp.EXP;
            case LOG -> MathOp.LOG;
            case SIGMOID -> MathOp.SIGMOID;
            case SIN -> MathOp.SIN;
            case COS -> MathOp.COS;
        };
    }

    private static MathOp of(BinaryFunction function) {
        return switch (function) {
            case ADD, AND, OR, XOR, SHL, SHR -> MathOp.ADD;
            case SUB -> MathOp.SUB;
            case MUL, PRELU -> MathOp.MUL;
            case DIV, FLOOR_DIV, FMOD, REM -> MathOp.DIV;
            case POW, EXPDIF -> MathOp.EXP;
            case MAXIMUM -> MathOp.MAXIMUM;
            case MINIMUM -> MathOp.MINIMUM;
        };
    }

    private static MathOp of(Reduction function) {
        return switch (function) {
            case SUM, PROD -> MathOp.SUM;
            case MAX, ARGMAX -> MathOp.MAX;
            case MIN, ARGMIN -> MathOp.MIN;
        };
    }
}
