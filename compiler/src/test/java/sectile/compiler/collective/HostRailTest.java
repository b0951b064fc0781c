package sectile.compiler.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassManager;
import sectile.compiler.passes.CollectCommGroups;
import sectile.compiler.passes.ConvertToSsa;
import sectile.compiler.passes.FlattenCalls;
import sectile.compiler.passes.InsertCommFences;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.passes.LowerHostCollectives;
import sectile.compiler.passes.MaterializeCommCtx;
import sectile.compiler.passes.MaterializeCommDomains;
import sectile.compiler.passes.SynthesizeSignals;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.Printer;

/// Collectives of the host, lowered to dispatches and signals, compute what the collective means, bit for bit, under
/// many schedules. `-Dsectile.schedules=200` runs every case under that many schedules.
class HostRailTest {
    private static final int SCHEDULES = Integer.getInteger("sectile.schedules", 2);

    private static final List<Pass> PASSES = List.of(
            new ConvertToSsa(),
            new FlattenCalls(),
            new SynthesizeSignals(),
            new CollectCommGroups(),
            new MaterializeCommDomains(),
            new LowerHostCollectives(),
            new LowerCompositeOps(),
            new MaterializeCommCtx(),
            new InsertCommFences());

    /// A host that writes its input into windows `v` and `w`, does some collectives, and reads `v` and `w`.
    private static Program host(int ranks, String dtype, int rows, int columns, String body) {
        return PassCase.program(text(ranks, dtype, rows, columns, body));
    }

    private static String text(int ranks, String dtype, int rows, int columns, String body) {
        return """
                @pl.function(type=pl.FunctionType.InCore)
                def put(self, x: pl.Tensor[[%2$d, %3$d], pl.%4$s], w: pl.InOut[pld.DistributedTensor[[%2$d, %3$d], pl.%4$s]]):
                    t = pl.load(x, [0, 0], [%2$d, %3$d])
                    w1 = pl.store(t, [0, 0], w)
                    return w1

                @pl.function(type=pl.FunctionType.InCore)
                def take(self, w: pld.DistributedTensor[[%2$d, %3$d], pl.%4$s], out: pl.Out[pl.Tensor[[%2$d, %3$d], pl.%4$s]]):
                    t = pl.load(w, [0, 0], [%2$d, %3$d])
                    out1 = pl.store(t, [0, 0], out)
                    return out1

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[%1$d, %2$d, %3$d], pl.%4$s],
                         out: pl.InOut[pl.Tensor[[%1$d, %2$d, %3$d], pl.%4$s]],
                         out2: pl.InOut[pl.Tensor[[%1$d, %2$d, %3$d], pl.%4$s]]):
                    a = pld.alloc_window_buffer([%2$d, %3$d], dtype=pl.%4$s)
                    b = pld.alloc_window_buffer([%2$d, %3$d], dtype=pl.%4$s)
                    c = pld.alloc_window_buffer(64)
                    v = pld.window(a, [%2$d, %3$d], dtype=pl.%4$s)
                    w = pld.window(b, [%2$d, %3$d], dtype=pl.%4$s)
                    s = pld.window(c, [16, 1], dtype=pl.INT32)
                """.formatted(ranks, rows, columns, dtype) + body.indent(4) + "    return out, out2\n";
    }

    /// Both windows of all devices begin with the input; both are read at the end.
    private static String onAll(String collectives) {
        return """
                for r in pl.range(pld.world_size()):
                    self.put(x[r], v, device=r)
                    self.put(x[r], w, device=r)
                %sfor q in pl.range(pld.world_size()):
                    self.take(v, out[q], device=q)
                    self.take(w, out2[q], device=q)
                """.formatted(collectives);
    }

    private static void agree(int ranks, String dtype, int rows, int columns, String body) {
        agree(host(ranks, dtype, rows, columns, body), ranks, dtype, rows, columns);
    }

    private static void agree(Program program, int ranks, String dtype, int rows, int columns) {
        var diagnostics = new Diagnostics();
        Program lowered = new PassManager(PASSES, PassListener.NONE)
                .run(program, new PassContext(Targets.builtIn("npu-gm"), diagnostics));
        diagnostics.throwIfErrors();
        NdArray x = Kernels.random(Kernels.type(dtype), 3, ranks, rows, columns);
        Run run = Run.of("host").with("x", x).with("out", x).with("out2", x).on(ranks);
        Outcome expected = new Interpreter(program).run(run);
        var interpreter = new Interpreter(lowered);
        for (int seed = -1; seed < SCHEDULES - 1; seed++) {
            Outcome found = interpreter.run(seed < 0 ? run : run.seeded(seed));
            for (String name : List.of("out", "out2")) {
                assertThat(found.output(name))
                        .as("%s on %d ranks, schedule seed %d:\n%s", name, ranks, seed, Printer.print(program))
                        .isEqualTo(expected.output(name));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> everyOpAndType() {
        var tests = new ArrayList<DynamicTest>();
        for (String dtype : Kernels.USUAL_TYPES) {
            for (String op : List.of("Sum", "Max", "Min", "Prod")) {
                tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> {
                    for (int ranks : List.of(1, 2, 3)) {
                        String reduction = "op=pld.ReduceOp." + op;
                        agree(ranks, dtype, 6, 50, onAll("""
                                v = pld.tensor.allreduce(v, s, %1$s, mode="mesh")
                                w = pld.tensor.allreduce(w, s, %1$s, mode="ring")
                                """.formatted(reduction)));
                        agree(
                                ranks,
                                dtype,
                                ranks,
                                50,
                                onAll("v = pld.tensor.reduce_scatter(v, s, " + reduction + ")\n"));
                    }
                }));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> reductionsOfAllOtherTypes() {
        return Kernels.RARE_TYPES.stream()
                .map(dtype -> DynamicTest.dynamicTest(dtype, () -> {
                    for (String op : List.of("Sum", "Max", "Min", "Prod")) {
                        agree(3, dtype, 3, 50, onAll("""
                                v = pld.tensor.allreduce(v, s, op=pld.ReduceOp.%1$s, mode="mesh")
                                w = pld.tensor.allreduce(w, s, op=pld.ReduceOp.%1$s, mode="ring")
                                v = pld.tensor.reduce_scatter(v, s, op=pld.ReduceOp.%1$s)
                                """.formatted(op)));
                    }
                }));
    }

    private static final String ALL = """
        v = pld.tensor.allreduce(v, s, op=pld.ReduceOp.Max)
        w = pld.tensor.all_to_all(v, w, s)
        v = pld.tensor.allreduce(v, s, mode="ring")
        v = pld.tensor.broadcast(v, s, root=0)
        s = pld.tensor.barrier(s)
        v = pld.tensor.reduce_scatter(v, s)
        """;

    @TestFactory
    Stream<DynamicTest> everyNumberOfRanksBackToBackOnOneSignal() {
        return Stream.of(1, 2, 3, 4, 5, 6, 7, 8, 9)
                .map(ranks -> DynamicTest.dynamicTest(ranks + " ranks", () -> {
                    agree(ranks, "FP32", ranks, 7, onAll(ALL + ALL));
                    agree(
                            ranks,
                            "FP16",
                            ranks,
                            5001,
                            onAll("v = pld.tensor.allreduce(v)\nw = pld.tensor.allreduce(w)\n"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> anyLength() {
        return Stream.of(1, 2, 7, 8, 9, 255, 256, 4095, 4096, 4097, 8192, 10_000, 100_003)
                .map(length ->
                        DynamicTest.dynamicTest("length " + length, () -> agree(3, "FP32", 1, length, onAll("""
                        v = pld.tensor.allreduce(v, s)
                        w = pld.tensor.allreduce(w, s, mode="ring")
                        """))));
    }

    @Test
    void inALoop() {
        agree(3, "FP32", 3, 40, onAll("for i in pl.range(3):\n" + ALL.indent(4)));
        agree(4, "INT32", 1, 9000, onAll("for i in pl.range(5):\n    v = pld.tensor.allreduce(v, s)\n"));
    }

    /// Two groups of devices; the second does not wait for the first.
    @TestFactory
    Stream<DynamicTest> twoGroupsAtOnce() {
        return Stream.of(2, 3, 5, 9)
                .map(ranks -> DynamicTest.dynamicTest(
                        ranks + " ranks", () -> agree(ranks, "FP32", 2, 300, """
                                for r in pl.range(%1$d):
                                    self.put(x[r], v, device=r)
                                for p in pl.range(%1$d, %2$d):
                                    self.put(x[p], w, device=p)
                                v = pld.tensor.allreduce(v)
                                w = pld.tensor.allreduce(w, op=pld.ReduceOp.Max, mode="ring")
                                v = pld.tensor.allreduce(v, op=pld.ReduceOp.Min)
                                for q in pl.range(%1$d):
                                    self.take(v, out[q], device=q)
                                for t in pl.range(%1$d, %2$d):
                                    self.take(w, out2[t], device=t)
                                """.formatted(ranks / 2, ranks))));
    }

    private static final String EXCHANGES = """
            v = pld.tensor.broadcast(v, s, root=%1$d)
            w = pld.tensor.all_to_all(v, w, s)
            """;

    /// What is only moved may be of any type.
    @TestFactory
    Stream<DynamicTest> exchangesOfEveryType() {
        return Kernels.allTypes()
                .map(dtype ->
                        DynamicTest.dynamicTest(dtype, () -> agree(3, dtype, 3, 70, onAll(EXCHANGES.formatted(1)))));
    }

    @TestFactory
    Stream<DynamicTest> exchangesOfAnyLength() {
        return Stream.of(1, 2, 7, 4095, 4096, 4097, 100_003)
                .map(length -> DynamicTest.dynamicTest("parts of " + length, () -> {
                    agree(2, "FP16", 2, length, onAll(EXCHANGES.formatted(0)));
                    agree(gathers(2, length), 2, "FP32", 1, length);
                }));
    }

    @TestFactory
    Stream<DynamicTest> gathersOnEveryNumberOfRanks() {
        return Stream.of(1, 2, 3, 4, 5, 6, 7, 8, 9)
                .map(ranks -> DynamicTest.dynamicTest(
                        ranks + " ranks", () -> agree(gathers(ranks, 33), ranks, "FP32", 1, 33)));
    }

    /// A host that gathers one row of every device, exchanges them with counts, and reads row 0 of both.
    private static Program gathers(int ranks, int columns) {
        return PassCase.program("""
                @pl.function(type=pl.FunctionType.InCore)
                def put(self, x: pl.Tensor[[1, %2$d], pl.FP32], v: pl.InOut[pld.DistributedTensor[[1, %2$d], pl.FP32]],
                        c: pl.InOut[pld.DistributedTensor[[1, %1$d], pl.INT32]]):
                    t = pl.load(x, [0, 0], [1, %2$d])
                    v1 = pl.store(t, [0, 0], v)
                    one = pl.tile.full([1, %1$d], dtype=pl.INT32, value=1)
                    c1 = pl.store(one, [0, 0], c)
                    return v1, c1

                @pl.function(type=pl.FunctionType.InCore)
                def take(self, w: pld.DistributedTensor[[%1$d, %2$d], pl.FP32],
                         out: pl.Out[pl.Tensor[[1, %2$d], pl.FP32]], row: pl.Scalar[pl.INDEX]):
                    t = pl.load(w, [row, 0], [1, %2$d])
                    out1 = pl.store(t, [0, 0], out)
                    return out1

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[%1$d, 1, %2$d], pl.FP32],
                         out: pl.InOut[pl.Tensor[[%1$d, 1, %2$d], pl.FP32]],
                         out2: pl.InOut[pl.Tensor[[%1$d, 1, %2$d], pl.FP32]]):
                    a = pld.alloc_window_buffer([1, %2$d], dtype=pl.FP32)
                    b = pld.alloc_window_buffer([%1$d, %2$d], dtype=pl.FP32)
                    d = pld.alloc_window_buffer([%1$d, %2$d], dtype=pl.FP32)
                    c = pld.alloc_window_buffer([1, %1$d], dtype=pl.INT32)
                    e = pld.alloc_window_buffer([1, %1$d], dtype=pl.INT32)
                    g = pld.alloc_window_buffer(64)
                    v = pld.window(a, [1, %2$d], dtype=pl.FP32)
                    w = pld.window(b, [%1$d, %2$d], dtype=pl.FP32)
                    u = pld.window(d, [%1$d, %2$d], dtype=pl.FP32)
                    send = pld.window(c, [1, %1$d], dtype=pl.INT32)
                    got = pld.window(e, [1, %1$d], dtype=pl.INT32)
                    s = pld.window(g, [16, 1], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        self.put(x[r], v, send, device=r)
                    w = pld.tensor.allgather(v, w, s)
                    u = pld.tensor.all_to_all_v(w, u, s, send, got)
                    for q in pl.range(pld.world_size()):
                        self.take(w, out[q], %1$d - 1 - q, device=q)
                        self.take(u, out2[q], q, device=q)
                    return out, out2
                """.formatted(ranks, columns));
    }

    /// Kernels that meet in groups of their own: the ranks of one do not wait for those of the other.
    @TestFactory
    Stream<DynamicTest> twoGroupsOfKernelsAtOnce() {
        return Stream.of(2, 3, 5, 9)
                .map(ranks -> DynamicTest.dynamicTest(ranks + " ranks", () -> {
                    String kernels = """
                            for r in pl.range(%1$d):
                                self.put(x[r], v, device=r)
                                self.meet(v, s, device=r)
                            for p in pl.range(%1$d, %2$d):
                                self.put(x[p], w, device=p)
                                self.meet(w, z, device=p)
                            for q in pl.range(%1$d):
                                self.meet(v, s, device=q)
                                self.take(v, out[q], device=q)
                            for t in pl.range(%1$d, %2$d):
                                self.take(w, out2[t], device=t)
                            """.formatted(ranks / 2, ranks);
                    String text = text(ranks, "FP32", 2, 300, kernels)
                            .replace("    v = pld.window(a", """
                                        y = pld.alloc_window_buffer(64)
                                        z = pld.window(y, [16, 1], dtype=pl.INT32)
                                    """ + "    v = pld.window(a");
                    agree(PassCase.program(MEET + text), ranks, "FP32", 2, 300);
                }));
    }

    private static final String MEET = """
            @pl.function(type=pl.FunctionType.InCore)
            def meet(self, w: pl.InOut[pld.DistributedTensor[[2, 300], pl.FP32]],
                     s: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]]):
                w1 = pld.tensor.allreduce(w, s)
                w2 = pld.tensor.allreduce(w1, s, op=pld.ReduceOp.Max, mode="ring")
                return w2

            """;
}
