package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.verify.Verifier;

/// Programs whose communication is wrong. The comment `#! CODE COLUMN` is on the line that the diagnostic names; the
/// front end, the verifier or a pass reports it. Columns count from the beginning of a line of the program, where the
/// functions are indented by four.
class WrongCommunicationTest {
    private static final List<Pass> PASSES = List.of(
            new SynthesizeSignals(),
            new CollectCommGroups(),
            new MaterializeCommDomains(),
            new LowerHostCollectives(),
            new LowerCompositeOps(),
            new MaterializeCommCtx());

    private static final Pattern EXPECTED = Pattern.compile("#! (\\S+) (\\d+)");

    private static final String KERNEL = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                  s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                v = pld.tensor.allreduce(w, s)
                return v

            """;

    private static final String HOST = KERNEL + """
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self, n: pl.Scalar[pl.INDEX]):
                a = pld.alloc_window_buffer(128)
                b = pld.alloc_window_buffer(16)
                w = pld.window(a, [4, 8], dtype=pl.FP32)
                s = pld.window(b, [4, 1], dtype=pl.INT32)
            """;

    /// Statements of a kernel with windows, a tensor and the rank.
    private static String kernel(String body) {
        return """
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[4, 8], pl.FP32], data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                      half: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP16]],
                      flags: pl.InOut[pld.DistributedTensor[[4, 8], pl.BOOL]],
                      sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    ctx = pld.get_comm_ctx(data)
                    me = pld.rank(ctx)
                """ + body.indent(4);
    }

    private static String found(String text) {
        try {
            Program program = PassCase.program(text);
            var problems = new Diagnostics();
            Verifier.verify(program, problems);
            problems.throwIfErrors();
            for (Pass pass : PASSES) {
                var diagnostics = new Diagnostics();
                program = pass.run(program, new PassContext(Targets.builtIn("npu-gm"), diagnostics));
                diagnostics.throwIfErrors();
            }
            return "nothing";
        } catch (DiagnosticException e) {
            Diagnostic first = e.diagnostics().getFirst();
            return first.code() + " at " + first.span().line() + ":"
                    + first.span().column();
        }
    }

    private static DynamicTest wrong(String name, String text) {
        return DynamicTest.dynamicTest(name, () -> {
            List<String> lines = text.lines().toList();
            String expected = "";
            for (int i = 0; i < lines.size(); i++) {
                Matcher matcher = EXPECTED.matcher(lines.get(i));
                if (matcher.find()) {
                    // five lines come before the class body
                    expected = matcher.group(1) + " at " + (i + 6) + ":" + matcher.group(2);
                }
            }
            assertThat(expected).isNotEmpty();
            assertThat(found(text)).as(text).isEqualTo(expected);
        });
    }

    @TestFactory
    Stream<DynamicTest> devices() {
        return Stream.of(
                wrong("all but the first", HOST + """
                            for r in pl.range(1, pld.world_size()):
                                self.k(w, s, device=r)  #! COMP-501 13
                        """),
                wrong("every second", HOST + """
                            for r in pl.range(0, pld.world_size(), 2):
                                self.k(w, s, device=r)  #! COMP-501 13
                        """),
                wrong("as many as an argument says", HOST + """
                            for r in pl.range(n):
                                self.k(w, s, device=r)  #! COMP-501 13
                        """),
                wrong("half of them", HOST + """
                            for r in pl.range(pld.world_size() // 2):
                                self.k(w, s, device=r)  #! COMP-501 13
                        """),
                wrong("one of two windows", HOST + """
                            c = pld.alloc_window_buffer(128)
                            if n > 3:
                                v = pl.yield_(w)
                            else:
                                u = pld.window(c, [4, 8], dtype=pl.FP32)
                                v = pl.yield_(u)
                            self.k(v, s, device=0)  #! COMP-502 9
                        """),
                wrong("a window of a size known at run time", HOST + """
                            c = pld.alloc_window_buffer(n * 128)  #! COMP-511 13
                            v = pld.window(c, [4, 8], dtype=pl.FP32)
                            self.k(v, s, device=0)
                        """),
                wrong("rows that three cores cannot share", HOST + """
                            v = pld.tensor.allreduce(w, s, core_num=3)  #! COMP-505 13
                        """),
                wrong("a computed device", HOST + """
                            self.k(w, s, device=n + 1)  #! LANG-632 9
                        """),
                wrong("no device", HOST + """
                            self.k(w, s)  #! LANG-633 9
                        """),
                wrong("a negative device", HOST + """
                            self.k(w, s, device=-1)  #! LANG-632 9
                        """),
                wrong("an empty window", HOST + """
                            c = pld.alloc_window_buffer(0)  #! LANG-315 37
                        """),
                wrong("a device that orchestration chooses", KERNEL + """
                        @pl.function(type=pl.FunctionType.Orchestration)
                        def main(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                                 s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                            v = self.k(w, s, device=0)  #! LANG-631 13
                            return v
                        """));
    }

    @TestFactory
    Stream<DynamicTest> collectives() {
        return Stream.of(
                wrong("no signal and no host", """
                        @pl.function(type=pl.FunctionType.InCore)
                        def k(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]]):  #! COMP-503 9
                            v = pld.tensor.allreduce(w)
                            return v
                        """),
                wrong("cores in a kernel", kernel("v = pld.tensor.allreduce(data, sig, core_num=2)  #! COMP-504 13")),
                wrong("the same window twice", kernel("v = pld.tensor.allgather(data, data, sig)  #! LANG-318 40")),
                wrong("the target as its signal", kernel("v = pld.tensor.broadcast(sig, sig)  #! LANG-318 39")),
                wrong(
                        "some ranks meet",
                        kernel("if me == 0:\n    v = pld.tensor.allreduce(data, sig)  #! LANG-640 17")),
                wrong(
                        "ranks meet as often as their number",
                        kernel("for i in pl.range(me):\n    pld.tensor.barrier(sig)  #! LANG-640 13")),
                wrong(
                        "the number of meetings depends on the rank",
                        kernel("count = me * 2 + 1\nif count > 3:\n    pld.tensor.barrier(sig)  #! LANG-640 13")),
                wrong("a tensor instead of a window", kernel("v = pld.tensor.allreduce(x, sig)  #! LANG-310 34")),
                wrong("a signal of floats", kernel("v = pld.tensor.allreduce(data, half)  #! LANG-312 40")),
                wrong("a type that is not reduced", kernel("v = pld.tensor.allreduce(flags, sig)  #! LANG-312 34")),
                wrong("two element types", kernel("v = pld.tensor.allgather(half, data, sig)  #! LANG-303 34")),
                wrong("set and added to", kernel("""
                        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)
                        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)  #! LANG-641 9
                        """)),
                wrong("a collective adds to a signal that is set", kernel("""
                        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)
                        v = pld.tensor.allreduce(data, sig)  #! LANG-641 13
                        """)),
                wrong("one offset for two dimensions", kernel("pld.system.wait(sig, [0], 1)  #! LANG-314 30")),
                wrong(
                        "outside the window",
                        kernel("t = pld.tile.remote_load(data, 0, [3, 0], [2, 8])  #! LANG-313 43")),
                wrong("allocated in a kernel", kernel("b = pld.alloc_window_buffer(64)  #! LANG-630 13")),
                wrong("the world in a kernel", kernel("b = pld.world_size()  #! LANG-630 13")),
                wrong("some ranks call what meets", KERNEL + """
                        @pl.function(type=pl.FunctionType.Orchestration)
                        def main(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                                 s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                            ctx = pld.get_comm_ctx(w)
                            me = pld.rank(ctx)
                            if me == 0:
                                v = self.k(w, s)  #! LANG-640 17
                        """));
    }
}
