package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.ir.text.Printer;

class SynthesizeSignalsTest {
    private static PassCase pass() {
        return PassCase.of(new SynthesizeSignals());
    }

    private static final String HEAD = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, w: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]], n: pl.Scalar[pl.INT32]):
                v = pld.tensor.allreduce(w)
                return v

            """;

    @Test
    void theSignalComesFromTheHostThroughAllCalls() {
        pass().given(HEAD + """
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, w: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]], n: pl.Scalar[pl.INT32]):
                    v = self.k(w, n)
                    return v

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer(64)
                    w = pld.window(a, [2, 8], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        self.main(w, 3, device=r)
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]],
                      signal: pl.InOut[pld.DistributedTensor[[256, 1], pl.INT32]], n: pl.Scalar[pl.INT32]):
                    v = pld.tensor.allreduce(w, signal)
                    return v

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, w: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]],
                         signal: pl.InOut[pld.DistributedTensor[[256, 1], pl.INT32]], n: pl.Scalar[pl.INT32]):
                    v = self.k(w, signal, n)
                    return v

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer(64)
                    b = pld.alloc_window_buffer(1024)
                    signal = pld.window(b, [256, 1], dtype=pl.INT32)
                    w = pld.window(a, [2, 8], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        self.main(w, signal, 3, device=r)
                """);
    }

    @Test
    void theHostsOwnCollectiveGetsOne() {
        assertThat(Printer.print(pass().given("""
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer(64)
                    w = pld.window(a, [2, 8], dtype=pl.FP32)
                    v = pld.tensor.allreduce(w)
                """).result())).contains("pld.tensor.allreduce(w, a_signal)");
    }

    @Test
    void aCollectiveWithASignalStays() {
        pass().given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    s2 = pld.tensor.barrier(s)
                    return s2
                """).stays();
    }

    @Test
    void withoutAHostThereIsNoSignal() {
        pass().given(HEAD).fails("COMP-503", 7, "no host function calls `k`, so nothing allocates a signal for `w`");
    }
}
