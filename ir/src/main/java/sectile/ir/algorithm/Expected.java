package sectile.ir.algorithm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ReduceOp;

/// Inputs of an algorithm's program, and what the collective makes of them. The elements are small integers, which
/// every element type adds up without rounding, in any order.
public final class Expected {
    /// Fills what a rank has no input for.
    private static final double UNDEFINED = 1000;

    private static final long RANK = 0x9E3779B97F4A7C15L;
    private static final long ELEMENT = 0xC2B2AE3D27D4EB4FL;
    private static final int VALUES = 8;
    /// No rank beyond doubles a product, which would grow too large.
    private static final int DOUBLING = 12;

    private final Algorithm algorithm;
    private final DType dtype;
    private final int elements;
    private final long seed;

    /// @param elements of one chunk
    public Expected(Algorithm algorithm, DataType dtype, int elements, long seed) {
        this.algorithm = algorithm;
        this.dtype = dtype.storage();
        this.elements = elements;
        this.seed = seed;
    }

    /// Whether the collective says what the values are.
    public boolean isKnown() {
        return algorithm.collective() != Collective.CUSTOM;
    }

    /// The output of the program.
    public String output() {
        return algorithm.inPlace() ? AlgorithmProgram.IN_PLACE : AlgorithmProgram.OUTPUT;
    }

    /// The arguments of the program's entry.
    public SequencedMap<String, NdArray> arguments() {
        String name = algorithm.inPlace() ? AlgorithmProgram.IN_PLACE : AlgorithmProgram.INPUT;
        NdArray all = NdArray.full(
                dtype, Shape.of(algorithm.ranks().size(), AlgorithmProgram.most(algorithm, name), elements), UNDEFINED);
        for (Rank rank : algorithm.ranks()) {
            int first = algorithm.inPlace() ? algorithm.shift(rank, Buffer.INPUT) : 0;
            for (int chunk = 0; chunk < algorithm.chunks(rank, Buffer.INPUT); chunk++) {
                for (int i = 0; i < elements; i++) {
                    all.setDouble(value(rank.id(), chunk, i), rank.id(), first + chunk, i);
                }
            }
        }
        var arguments = new LinkedHashMap<String, NdArray>();
        arguments.put(name, all);
        return arguments;
    }

    private double value(int rank, int chunk, int element) {
        long mixed = (seed + 1) * RANK + rank * ELEMENT + (long) chunk * elements + element;
        mixed = (mixed ^ (mixed >>> 31)) * RANK;
        mixed = (mixed ^ (mixed >>> 29)) * ELEMENT;
        int drawn = (int) (mixed >>> 61);
        if (algorithm.operation() == ReduceOp.PROD) {
            return drawn == 0 && rank < DOUBLING ? 2 : drawn % 2 == 0 ? 1 : -1;
        }
        return 1 + drawn % VALUES;
    }

    /// What a rank's output must hold; empty where the collective leaves it undefined.
    public Optional<NdArray> of(int rank) {
        boolean rooted = algorithm.collective() == Collective.REDUCE;
        if (!isKnown() || (rooted && rank != algorithm.root())) {
            return Optional.empty();
        }
        Rank self = algorithm.ranks().get(rank);
        int chunks = algorithm.chunks(self, Buffer.OUTPUT);
        NdArray expected = NdArray.zeros(dtype, Shape.of(chunks, elements));
        for (int chunk = 0; chunk < chunks; chunk++) {
            for (int i = 0; i < elements; i++) {
                expected.setDouble(element(rank, chunk, i), chunk, i);
            }
        }
        return Optional.of(expected);
    }

    private double element(int rank, int chunk, int i) {
        int part = algorithm.chunks() / algorithm.ranks().size();
        return switch (algorithm.collective()) {
            case ALL_REDUCE, REDUCE -> combined(chunk, i);
            case REDUCE_SCATTER -> combined(rank * part + chunk, i);
            case ALL_GATHER -> value(chunk / part, chunk % part, i);
            case ALL_TO_ALL -> value(chunk / part, rank * part + chunk % part, i);
            case BROADCAST -> value(algorithm.root(), chunk, i);
            case CUSTOM -> throw new IllegalStateException("nothing says what the values are");
        };
    }

    private double combined(int chunk, int i) {
        double total = value(0, chunk, i);
        for (int rank = 1; rank < algorithm.ranks().size(); rank++) {
            double next = value(rank, chunk, i);
            total = switch (algorithm.operation()) {
                case SUM -> total + next;
                case PROD -> total * next;
                case MAX -> Math.max(total, next);
                case MIN -> Math.min(total, next);
            };
        }
        return total;
    }

    /// The output of a rank in what a run left behind.
    ///
    /// @param outputs by name, as the program has them
    public NdArray found(int rank, Map<String, NdArray> outputs) {
        NdArray all = outputs.get(output());
        if (all == null) {
            throw new IllegalArgumentException("no output " + output() + " among " + outputs.keySet());
        }
        Rank self = algorithm.ranks().get(rank);
        int first = algorithm.inPlace() ? algorithm.shift(self, Buffer.OUTPUT) : 0;
        return all.select(0, rank).slice(0, first, first + algorithm.chunks(self, Buffer.OUTPUT));
    }

    /// The first value that is wrong, with the steps that write its chunk.
    public Optional<Diagnostic> wrong(Map<String, NdArray> outputs) {
        for (Rank rank : algorithm.ranks()) {
            Optional<NdArray> expected = of(rank.id());
            if (expected.isEmpty()) {
                continue;
            }
            NdArray found = found(rank.id(), outputs);
            for (long i = 0; i < found.elements(); i++) {
                if (found.getDoubleAt(i) != expected.get().getDoubleAt(i)) {
                    return Optional.of(
                            wrong(rank, i, found.getDoubleAt(i), expected.get().getDoubleAt(i)));
                }
            }
        }
        return Optional.empty();
    }

    private Diagnostic wrong(Rank rank, long at, double found, double expected) {
        int chunk = (int) (at / elements);
        Diagnostic wrong = Diagnostic.error(
                        AlgorithmCode.RESULT,
                        rank.span(),
                        "element " + at % elements + " of chunk " + chunk + " of the output of rank " + rank.id()
                                + " is " + number(found) + ", expected " + number(expected))
                .hint("this is not what an " + algorithm.collective().text() + " computes");
        for (var block : rank.blocks()) {
            for (Step step : block.steps()) {
                if (step.type().writesTarget() && writes(rank, step, chunk)) {
                    wrong = wrong.note(step.span(), "this step of block " + block.id() + " writes the chunk");
                }
            }
        }
        return wrong;
    }

    private boolean writes(Rank rank, Step step, int chunk) {
        Place target = step.target();
        int first = target.offset();
        if (algorithm.inPlace()) {
            first += algorithm.shift(rank, target.buffer()) - algorithm.shift(rank, Buffer.OUTPUT);
        } else if (target.buffer() != Buffer.OUTPUT) {
            return false;
        }
        return target.buffer() != Buffer.SCRATCH && chunk >= first && chunk < first + step.count();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
