package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.ir.text.Printer;

class LowerHostCollectivesTest {
    private static PassCase pass() {
        return PassCase.of(new LowerHostCollectives()).after(new CollectCommGroups(), new MaterializeCommDomains());
    }

    private static final String HOST = """
            @pl.function(type=pl.FunctionType.InCore)
            def put(self, x: pl.Tensor[[2, 8], pl.FP32], w: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]]):
                t = pl.load(x, [0, 0], [2, 8])
                w1 = pl.store(t, [0, 0], w)
                return w1

            @pl.function(type=pl.FunctionType.InCore)
            def take(self, w: pld.DistributedTensor[[2, 8], pl.FP32], out: pl.Out[pl.Tensor[[2, 8], pl.FP32]]):
                t = pl.load(w, [0, 0], [2, 8])
                out1 = pl.store(t, [0, 0], out)
                return out1

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self, x: pl.Tensor[[2, 2, 8], pl.FP32], out: pl.Out[pl.Tensor[[2, 2, 8], pl.FP32]]):
                a = pld.alloc_window_buffer(64)
                b = pld.alloc_window_buffer(64)
                w = pld.window(a, [2, 8], dtype=pl.FP32)
                s = pld.window(b, [16, 1], dtype=pl.INT32)
                for r in pl.range(pld.world_size()):
                    part = x[r]
                    self.put(part, w, device=r)
                v = %s
                for q in pl.range(pld.world_size()):
                    place = out[q]
                    self.take(v, place, device=q)
                return out
            """;

    private static String lowered(String collective) {
        return Printer.print(pass().given(HOST.formatted(collective)).result());
    }

    @Test
    void aCollectiveOfTheHostIsDispatchedToAllDevices() {
        assertThat(lowered("pld.tensor.allreduce(w, s, op=pld.ReduceOp.Max)"))
                .contains(
                        "for device in pl.range(devices):",
                        "self.allreduce_kernel(w, s, device=device)",
                        "pld.tensor.allreduce(target, signal, op=pld.ReduceOp.Max)");
    }

    @Test
    void coresShareTheRows() {
        assertThat(lowered("pld.tensor.allreduce(w, s, core_num=2)"))
                .contains("self.allreduce_kernel(w, s, core_num=2, device=device)", "pl.tensor.slice(target, [1, 8]");
    }

    @Test
    void aRootOfTheHostBecomesAParameter() {
        assertThat(lowered("pld.tensor.broadcast(w, s, root=0)")).contains("broadcast(target, signal)");
    }

    @Test
    void anOrchestrationFunctionCallsTheKernel() {
        assertThat(Printer.print(pass().given("""
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, w: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]],
                         s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    s1 = pld.tensor.barrier(s)
                    v = pld.tensor.allreduce(w, s1, mode="ring")
                    s2 = pld.tensor.barrier(s1)
                    return v
                """).result()))
                .contains("self.barrier_kernel(s)", "self.allreduce_kernel(w, s1)", "self.barrier_kernel(s1)");
    }

    @Test
    void rowsThatCannotBeShared() {
        pass().given(HOST.formatted("pld.tensor.allreduce(w, s, core_num=3)"))
                .fails("COMP-505", 27, "the first extent of the target, [2, 8], cannot be divided among 3 cores");
    }
}
