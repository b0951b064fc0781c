import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def k(self, s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        return s

    @pl.function(level=pl.Level.HOST)
    def host(self):
        b = pld.alloc_window_buffer(16)
        self.k(b)  # error[LANG-320] col 16: found pld.Ptr
        self.k(pld.window(b, [4, 1], pl.INT32))
