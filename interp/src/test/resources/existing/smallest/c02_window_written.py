# Window parameter written without InOut.
#: expect w[0, j] = x[0, j]
#: expect s[0, 0] = 1

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[1, 64], pl.FP32], w: pld.DistributedTensor[[1, 64], pl.FP32], s: pld.DistributedTensor[[1, 1], pl.INT32]):
        w = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], w)
        pld.system.notify(s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
