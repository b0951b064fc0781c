# 64-bit hexadecimal constants, and one that no kernel uses.
#: input x=1
#: expect out[i] = 72623859790382856 + 1
import pypto.language as pl

MASK = 0x0102030405060708
UNUSED = 0xFFFFFFFFFFFFFFFF
TABLE = [hex(v) for v in (MASK, UNUSED)]


@pl.jit
def main(x: pl.Tensor[[8], pl.INT64], out: pl.Out[pl.Tensor[[8], pl.INT64]]):
    out[:] = pl.add(x, MASK)
    return out
