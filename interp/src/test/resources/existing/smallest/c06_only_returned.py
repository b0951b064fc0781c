# Out that is only returned.
#: expect oi[i, j] = 0
#: expect li[i, j] = 0
#: warning LANG-501

import pypto.language as pl


@pl.function(type=pl.FunctionType.InCore)
def init(oi: pl.Out[pl.Tensor[[16, 128], pl.FP32]], li: pl.Out[pl.Tensor[[16, 1], pl.FP32]]) -> tuple[pl.Tensor[[16, 128], pl.FP32], pl.Tensor[[16, 1], pl.FP32]]:
    return oi, li
