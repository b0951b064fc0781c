package sectile.compiler.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;

/// Lowered collectives compute what the collective means, bit for bit, under many schedules, and leave their signal as
/// they found it. `-Dsectile.schedules=200` runs every case under that many schedules.
class CollectivesTest {
    private static final int SCHEDULES = Integer.getInteger("sectile.schedules", 4);
    private static final List<Integer> RANKS = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);

    private static void agree(Program program, DType dtype, int ranks, long[] shape, long[] input, NdArray counts) {
        agree(program, Kernels.lowered(program), dtype, ranks, shape, input, counts);
    }

    private static void agree(
            Program program, Program lowered, DType dtype, int ranks, long[] shape, long[] input, NdArray counts) {
        Run run = Run.of("k")
                .with("x", Kernels.random(dtype, 3, onRanks(ranks, input)))
                .with("counts", counts)
                .with("data", Kernels.random(dtype, 5, onRanks(ranks, shape)))
                .with("inbox", Kernels.random(dtype, 7, onRanks(ranks, shape)))
                .with("sig", NdArray.zeros(DType.I32, Shape.of(ranks, 16, 1)))
                .with("got", NdArray.zeros(DType.I32, Shape.of(ranks, 16)))
                .on(ranks);
        Outcome expected = new Interpreter(program).run(run);
        var interpreter = new Interpreter(lowered);
        for (int seed = -1; seed < SCHEDULES - 1; seed++) {
            Outcome found = interpreter.run(seed < 0 ? run : run.seeded(seed));
            for (String name : List.of("data", "inbox", "sig", "got")) {
                assertThat(found.output(name))
                        .as("%s on %d ranks, schedule seed %d", name, ranks, seed)
                        .isEqualTo(expected.output(name));
            }
            assertThat(found.output("sig").toDoubles()).containsOnly(0.0);
        }
    }

    static long[] onRanks(int ranks, long... dims) {
        if (ranks == 1) {
            return dims;
        }
        long[] all = new long[dims.length + 1];
        all[0] = ranks;
        System.arraycopy(dims, 0, all, 1, dims.length);
        return all;
    }

    private static NdArray counts(int ranks, int most) {
        var random = new SplittableRandom(11);
        NdArray counts = NdArray.zeros(DType.I32, Shape.of(onRanks(ranks, 16)));
        for (long i = 0; i < counts.elements(); i++) {
            counts.setLongAt(i, random.nextInt(most + 1));
        }
        return counts;
    }

    private static String text(long... shape) {
        return String.join(
                ", ", java.util.Arrays.stream(shape).mapToObj(String::valueOf).toList());
    }

    private static void reduces(String dtype, String arguments, int ranks, long... shape) {
        Program program =
                Kernels.kernel(text(shape), dtype, "1, 8", "data = pld.tensor.allreduce(data, sig, " + arguments + ")");
        agree(program, Kernels.type(dtype), ranks, shape, new long[] {1, 8}, counts(ranks, 1));
    }

    @TestFactory
    Stream<DynamicTest> allReduceOfEveryOpAndType() {
        var tests = new ArrayList<DynamicTest>();
        for (String dtype : Kernels.USUAL_TYPES) {
            for (String op : List.of("Sum", "Max", "Min", "Prod")) {
                for (String mode : List.of("mesh", "ring")) {
                    tests.add(DynamicTest.dynamicTest(op + " " + dtype + " " + mode, () -> {
                        for (int ranks : List.of(1, 2, 3, 5)) {
                            reduces(dtype, "op=pld.ReduceOp." + op + ", mode=\"" + mode + "\"", ranks, 3, 100);
                        }
                    }));
                }
            }
        }
        return tests.stream();
    }

    /// What rounds or overflows differently from the types above, in fewer cases.
    @TestFactory
    Stream<DynamicTest> reductionsOfAllOtherTypes() {
        return Kernels.RARE_TYPES.stream()
                .map(dtype -> DynamicTest.dynamicTest(dtype, () -> {
                    for (String op : List.of("Sum", "Max", "Min", "Prod")) {
                        reduces(dtype, "op=pld.ReduceOp." + op + ", mode=\"mesh\"", 3, 3, 70);
                        reduces(dtype, "op=pld.ReduceOp." + op + ", mode=\"ring\"", 3, 3, 70);
                        String scatter = "data = pld.tensor.reduce_scatter(data, sig, op=pld.ReduceOp." + op + ")";
                        moves(dtype, scatter, 3, new long[] {3, 70}, 1, 8);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> allReduceOnEveryNumberOfRanks() {
        return RANKS.stream()
                .map(ranks -> DynamicTest.dynamicTest(ranks + " ranks", () -> {
                    reduces("FP32", "mode=\"mesh\"", ranks, 1, 9001);
                    reduces("FP32", "mode=\"ring\"", ranks, 1, 9001);
                }));
    }

    @TestFactory
    Stream<DynamicTest> allReduceOfAnyLength() {
        return Stream.of(1, 2, 7, 8, 9, 255, 256, 4095, 4096, 4097, 8192, 10_000, 100_003)
                .map(length -> DynamicTest.dynamicTest("length " + length, () -> {
                    for (String mode : List.of("mesh", "ring")) {
                        reduces("FP32", "mode=\"" + mode + "\"", 3, 1, length);
                        reduces("FP16", "mode=\"" + mode + "\"", 2, length);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> reduceScatterOfEveryOpAndType() {
        var tests = new ArrayList<DynamicTest>();
        for (String dtype : Kernels.USUAL_TYPES) {
            for (String op : List.of("Sum", "Max", "Min", "Prod")) {
                tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> {
                    for (int ranks : List.of(1, 2, 3)) {
                        String body = "data = pld.tensor.reduce_scatter(data, sig, op=pld.ReduceOp." + op + ")";
                        moves(dtype, body, ranks, new long[] {ranks, 75}, 1, 8);
                    }
                }));
            }
        }
        return tests.stream();
    }

    @Test
    void allReduceOfShapesThatAreNotRows() {
        for (String mode : List.of("mesh", "ring")) {
            reduces("FP32", "mode=\"" + mode + "\"", 3, 1000, 3);
            reduces("FP32", "mode=\"" + mode + "\"", 3, 3, 5, 7);
            reduces("FP16", "mode=\"" + mode + "\"", 3, 2, 3, 9000);
            reduces("INT32", "mode=\"" + mode + "\"", 3, 300, 64);
        }
    }

    private static void moves(String body, int ranks, long[] shape, long... input) {
        moves("FP32", body, ranks, shape, input);
        moves("FP16", body, ranks, shape, input);
    }

    private static void moves(String dtype, String body, int ranks, long[] shape, long... input) {
        Program program = Kernels.kernel(text(shape), dtype, text(input), body);
        agree(program, Kernels.type(dtype), ranks, shape, input, counts(ranks, 2));
    }

    /// What is only moved may be of any type.
    @TestFactory
    Stream<DynamicTest> theOtherCollectivesOfEveryType() {
        return Kernels.allTypes()
                .map(dtype -> DynamicTest.dynamicTest(dtype, () -> {
                    long[] shape = {3, 70};
                    moves(dtype, "data = pld.tensor.broadcast(data, sig, root=2)", 3, shape, 1, 8);
                    moves(dtype, "inbox = pld.tensor.allgather(x, inbox, sig)", 3, shape, 1, 70);
                    moves(dtype, "inbox = pld.tensor.all_to_all(data, inbox, sig)", 3, shape, 1, 8);
                    moves(
                            dtype,
                            "inbox = pld.tensor.all_to_all_v(x, inbox, sig, counts, got)",
                            3,
                            new long[] {6, 70},
                            6,
                            70);
                }));
    }

    @TestFactory
    Stream<DynamicTest> theOtherCollectivesOfAnyLength() {
        return Stream.of(1, 2, 7, 8, 9, 4095, 4096, 4097, 100_003)
                .map(part -> DynamicTest.dynamicTest("parts of " + part, () -> {
                    long[] shape = {3, part};
                    moves("FP32", "data = pld.tensor.broadcast(data, sig, root=1)", 3, shape, 1, 8);
                    moves("FP32", "data = pld.tensor.reduce_scatter(data, sig)", 3, shape, 1, 8);
                    moves("FP16", "inbox = pld.tensor.allgather(x, inbox, sig)", 3, shape, 1, part);
                    moves("FP16", "inbox = pld.tensor.all_to_all(x, inbox, sig)", 3, shape, shape);
                    String counted = "inbox = pld.tensor.all_to_all_v(x, inbox, sig, counts, got)";
                    moves("FP32", counted, 3, new long[] {6, part}, 6, part);
                }));
    }

    @TestFactory
    Stream<DynamicTest> theOtherCollectivesOnEveryNumberOfRanks() {
        return RANKS.stream()
                .map(ranks -> DynamicTest.dynamicTest(ranks + " ranks", () -> {
                    for (long part : new long[] {1, 13, 5000}) {
                        long[] shape = {ranks, part};
                        moves("sig = pld.tensor.barrier(sig)", ranks, shape, 1, 8);
                        moves("data = pld.tensor.broadcast(data, sig, root=" + ranks / 2 + ")", ranks, shape, 1, 8);
                        moves("data = pld.tensor.reduce_scatter(data, sig, op=pld.ReduceOp.Prod)", ranks, shape, 1, 8);
                        moves("inbox = pld.tensor.allgather(x, inbox, sig)", ranks, shape, 1, part);
                        moves("inbox = pld.tensor.all_to_all(data, inbox, sig)", ranks, shape, 1, 8);
                        moves("inbox = pld.tensor.all_to_all(x, inbox, sig)", ranks, shape, shape);
                        long[] rows = {2L * ranks, part};
                        moves("inbox = pld.tensor.all_to_all_v(data, inbox, sig, counts, got)", ranks, rows, 1, 8);
                        moves("inbox = pld.tensor.all_to_all_v(x, inbox, sig, counts, got)", ranks, rows, rows);
                    }
                }));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -1000, 3, 1_000_000_000})
    void aCountThatDoesNotFitIsAnError(long wrong) {
        Program program =
                Kernels.kernel("6, 5", "FP32", "6, 5", "inbox = pld.tensor.all_to_all_v(x, inbox, sig, counts, got)");
        for (int at : new int[] {0, 1, 2, 16, 18}) {
            NdArray counts = counts(3, 2);
            counts.setLongAt(at, wrong);
            Run run = Run.of("k")
                    .with("x", Kernels.random(DType.F32, 3, onRanks(3, 6, 5)))
                    .with("counts", counts)
                    .with("data", Kernels.random(DType.F32, 5, onRanks(3, 6, 5)))
                    .with("inbox", Kernels.random(DType.F32, 7, onRanks(3, 6, 5)))
                    .with("sig", NdArray.zeros(DType.I32, Shape.of(3, 16, 1)))
                    .with("got", NdArray.zeros(DType.I32, Shape.of(3, 16)))
                    .on(3);
            for (Program each : List.of(program, Kernels.lowered(program))) {
                assertThatThrownBy(() -> new Interpreter(each).run(run))
                        .as("count %d at %d", wrong, at)
                        .isInstanceOfSatisfying(
                                DiagnosticException.class,
                                problem -> assertThat(
                                                problem.diagnostics().getFirst().code())
                                        .startsWith("EXEC-1"));
            }
        }
    }

    private static final String ALL = """
        data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max)
        inbox = pld.tensor.all_to_all(data, inbox, sig)
        data = pld.tensor.allreduce(data, sig, mode="ring")
        data = pld.tensor.broadcast(data, sig, root=1)
        inbox = pld.tensor.all_to_all_v(data, inbox, sig, counts, got)
        sig = pld.tensor.barrier(sig)
        data = pld.tensor.reduce_scatter(data, sig)
        """;

    @Test
    void backToBackOnOneSignal() {
        moves(ALL, 4, new long[] {8, 700}, 1, 8);
        moves(ALL + ALL, 3, new long[] {6, 11}, 1, 8);
    }

    @Test
    void inALoop() {
        moves("for i in pl.range(3):\n" + ALL.indent(4), 4, new long[] {8, 70}, 1, 8);
        moves("for i in pl.range(5):\n    data = pld.tensor.allreduce(data, sig)\n", 3, new long[] {1, 9000}, 1, 8);
    }

    @Test
    void onASliceThatIsNotContiguous() {
        moves(
                "part = pl.slice(data, [8, 30], [0, 5])\npart = pld.tensor.allreduce(part, sig)",
                4,
                new long[] {8, 70},
                1,
                8);
        moves(
                "part = pl.slice(data, [8, 30], [0, 5])\npart = pld.tensor.broadcast(part, sig)",
                4,
                new long[] {8, 70},
                1,
                8);
    }

    @Test
    void transfersBetweenTwoRanks() {
        String peer = "ctx = pld.get_comm_ctx(sig)\npeer = (pld.rank(ctx) + 1) % pld.nranks(ctx)\n";
        String meet = "sig = pld.tensor.barrier(sig)\n";
        for (String body : List.of(
                "inbox = pld.tensor.put(inbox, peer, data)\n",
                "inbox = pld.tensor.put(inbox, peer, data, chunk_rows=3, chunk_cols=100, pipeline=True)\n",
                "inbox = pld.tensor.put(inbox, peer, data, [1, 2], [0, 5], [7, 690])\n",
                "inbox = pld.tensor.put(inbox, peer, x, [6, 2], [0, 1], [1, 7], atomic=pld.AtomicType.Add)\n",
                "inbox = pld.tensor.get(inbox, peer, data)\n",
                "inbox = pld.tensor.get(inbox, peer, data, [2, 0], [0, 1], [6, 100], chunk_rows=5)\n",
                "inbox = pld.tensor.remote_store(x, inbox, peer, [3, 4])\n",
                "inbox = pld.tensor.remote_store(x, inbox, peer, [3, 4], atomic=pld.AtomicType.Add)\n")) {
            moves(peer + meet + body + meet, 3, new long[] {8, 700}, 1, 8);
        }
    }
}
