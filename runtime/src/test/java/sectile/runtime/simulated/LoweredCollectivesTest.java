package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.Diagnostics;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassManager;
import sectile.compiler.passes.CollectCommGroups;
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
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// Collectives that were lowered to loads, stores and signals give, on the machine, the bits of the interpreter's
/// collectives: those of kernels and of the host, on all devices and in two groups at once.
class LoweredCollectivesTest {
    private static final String PROGRAM = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            RANKS = 9

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def step(self, x: pl.Tensor[[1, 5000], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 5000], pl.FP32]],
                         out: pl.Out[pl.Tensor[[1, 5000], pl.FP32]]):
                    for i in pl.range(2):
                        t = pl.load(x, [0, 2500 * i], [1, 2500])
                        w1 = pl.store(t, [0, 2500 * i], w)
                    w2 = pld.tensor.allreduce(w)
                    w3 = pld.tensor.allreduce(w2, op=pld.ReduceOp.Max, mode="ring")
                    for j in pl.range(2):
                        u = pl.load(w3, [0, 2500 * j], [1, 2500])
                        o1 = pl.store(u, [0, 2500 * j], out)
                    return out

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[RANKS, 1, 5000], pl.FP32],
                         out: pl.Out[pl.Tensor[[RANKS, 1, 5000], pl.FP32]],
                         out2: pl.Out[pl.Tensor[[RANKS, 1, 5000], pl.FP32]]):
                    a = pld.alloc_window_buffer(20000)
                    w = pld.window(a, [1, 5000], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        part = x[r]
                        place = out[r]
                        self.step(part, w, place, device=r)
                    v = pld.tensor.allreduce(w, op=pld.ReduceOp.Sum)
                    b = pld.alloc_window_buffer(20000)
                    c = pld.alloc_window_buffer(20000)
                    first = pld.window(b, [1, 5000], dtype=pl.FP32)
                    second = pld.window(c, [1, 5000], dtype=pl.FP32)
                    for q in pl.range(1):
                        part1 = x[q]
                        place1 = out2[q]
                        self.step(part1, first, place1, device=q)
                    for p in pl.range(1, RANKS):
                        part2 = x[p]
                        place2 = out2[p]
                        self.step(part2, second, place2, device=p)
                    return out, out2
            """;

    private static final List<Pass> PASSES = List.of(
            new SynthesizeSignals(),
            new CollectCommGroups(),
            new MaterializeCommDomains(),
            new LowerHostCollectives(),
            new LowerCompositeOps(),
            new MaterializeCommCtx(),
            new InsertCommFences());

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 9})
    void sameBitsAsTheCollectives(int ranks) {
        Program source = Programs.parse(PROGRAM.replace("RANKS = 9", "RANKS = " + ranks));
        var diagnostics = new Diagnostics();
        Program lowered = new PassManager(PASSES, PassListener.NONE)
                .run(source, new PassContext(Targets.builtIn("machine"), diagnostics));
        diagnostics.throwIfErrors();
        Run run = Programs.run(source.function("host"), ranks, 7);
        Outcome expected = new Interpreter(source).run(run);
        try (Machine machine = Machine.open(Topologies.preset("default", List.of("system.sips.count=" + ranks)))) {
            SimulatedRun.Result result = SimulatedRun.of(lowered, run).on(machine);
            assertThat(result.latencyPs()).isPositive();
            for (String name : List.of("out", "out2")) {
                assertThat(result.outcome().output(name)).isEqualTo(expected.output(name));
            }
        }
    }
}
