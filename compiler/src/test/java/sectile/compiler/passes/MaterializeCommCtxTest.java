package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class MaterializeCommCtxTest {
    private static PassCase pass() {
        return PassCase.of(new MaterializeCommCtx());
    }

    @Test
    void theHostPassesTheContextOfTheBuffer() {
        pass().given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
                    c = pld.get_comm_ctx(w)
                    me = pld.rank(c)
                    pl.write(w, [0, 0], pl.cast(me, pl.FP32))
                    return w

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer(32)
                    w = pld.window(a, [1, 8], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        self.k(w, device=r)
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]], ctx: pld.CommCtx):
                    c = ctx
                    me = pld.rank(c)
                    pl.write(w, [0, 0], pl.cast(me, pl.FP32))
                    return w

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer(32)
                    b = pld.window(a, [1], dtype=pl.UINT8)
                    ctx = pld.get_comm_ctx(b)
                    w = pld.window(a, [1, 8], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        self.k(w, ctx, device=r)
                """);
    }

    @Test
    void aFunctionThatNoOtherCallsAsksForItself() {
        pass().given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
                    c = pld.get_comm_ctx(w)
                    me = pld.rank(c)
                    pl.write(w, [0, 0], pl.cast(me, pl.FP32))
                    return w

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
                    v = self.k(w)
                    return v
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]], ctx: pld.CommCtx):
                    c = ctx
                    me = pld.rank(c)
                    pl.write(w, [0, 0], pl.cast(me, pl.FP32))
                    return w

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
                    ctx = pld.get_comm_ctx(w)
                    v = self.k(w, ctx)
                    return v
                """);
    }
}
