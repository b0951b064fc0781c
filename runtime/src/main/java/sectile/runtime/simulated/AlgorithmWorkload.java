package sectile.runtime.simulated;

import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.base.diag.SourceFile;
import sectile.base.quantity.Quantity;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.algorithm.Algorithm;
import sectile.ir.algorithm.AlgorithmProgram;
import sectile.ir.algorithm.Expected;
import sectile.ir.symbol.DataType;
import sectile.sim.Place;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.workload.Figure;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// A collective algorithm as a workload: its program runs on the machine, and the output of every rank is compared with
/// what the collective computes, or with the interpreter's where nothing says that.
public final class AlgorithmWorkload implements Workload {
    private static final double PICOSECONDS = 1e12;

    private final Algorithm algorithm;
    private final Program program;
    private final Expected expected;
    private final int ranks;
    private final long bytes;

    /// @param elements of one chunk
    /// @param slots of every connection between two ranks
    public AlgorithmWorkload(Algorithm algorithm, DataType dtype, int elements, int slots, long seed) {
        this.algorithm = algorithm;
        this.program = new AlgorithmProgram(algorithm, dtype, elements, slots).program();
        this.expected = new Expected(algorithm, dtype, elements, seed);
        this.ranks = algorithm.ranks().size();
        this.bytes = dtype.storage().bytesFor((long) algorithm.chunks() * elements);
    }

    @Override
    public String name() {
        return algorithm.name();
    }

    public int ranks() {
        return ranks;
    }

    public Program program() {
        return program;
    }

    public Expected expected() {
        return expected;
    }

    /// The run of the program, on any executor.
    public Run run() {
        Run run = Run.of(AlgorithmProgram.ENTRY).on(ranks);
        for (var argument : expected.arguments().entrySet()) {
            run = run.with(argument.getKey(), argument.getValue());
        }
        return run;
    }

    @Override
    public List<SourceFile> sources() {
        return List.of(program.origin().span().source());
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        Run run = run();
        SimulatedRun.Result result = SimulatedRun.of(program, run).asWritten().on(machine);
        SequencedMap<String, NdArray> outputs = result.outcome().outputs();
        var check = new ValueCheck();
        if (expected.isKnown()) {
            for (int i = 0; i < ranks; i++) {
                int rank = i;
                var where = new ValueCheck.Result(expected.output(), OptionalInt.of(rank), new Place(rank, 0, 0));
                expected.of(rank).ifPresent(want -> check.compare(where, expected.found(rank, outputs), want));
            }
        } else {
            new Interpreter(program)
                    .run(run)
                    .outputs()
                    .forEach((output, want) -> check.compareBits(
                            new ValueCheck.Result(output, new Place(0, 0, 0)),
                            result.outcome().output(output),
                            want,
                            at -> ValueCheck.position(want.shape(), at)));
        }
        // From the start of the first block to the end of the last one, without the copies between host and devices.
        long picoseconds = Math.max(1, result.lastBlockPs() - result.firstBlockPs());
        var times = new LaunchResult(result.startPs(), result.endPs(), result.firstBlockPs(), result.lastBlockPs());
        return new WorkloadResult(
                List.of(new WorkloadResult.Phase(name(), ranks + (ranks == 1 ? " rank" : " ranks"), times)),
                check,
                machine.statistics(),
                List.of(
                        Figure.text("collective", algorithm.collective().text()),
                        Figure.count("ranks", ranks),
                        Figure.of("size", new Quantity.Bytes(bytes)),
                        Figure.of("blocks_time", new Quantity.Time(picoseconds)),
                        Figure.of("algbw", new Quantity.Rate(bytes * PICOSECONDS / picoseconds))));
    }
}
