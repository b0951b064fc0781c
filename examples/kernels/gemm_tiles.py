"""Multiplies matrices tile by tile: out[m, n] = a[m, k] @ b[k, n], f16 in, f32 out.

Rows of tiles go to the PEs of a cube in turn. With stream=True the scheduler does the same by itself, and overlaps
loads with products.

sectile run examples/kernels/gemm_tiles.py \
    --kernel-args a=randn:256x128:f16,b=randn:128x64:f16,out=zeros:256x64:f32,m=256,n=64,k=128
"""

TILE = 64


def kernel(a, b, out, m, n, k, tl, stream=False):
    if stream:
        if tl.program_id() == 0:
            left = tl.ref(a, (m, k), "f16")
            right = tl.ref(b, (k, n), "f16")
            tl.composite("gemm", left, right, out, out_dtype="f32", tile_m=TILE, tile_n=TILE, tile_k=TILE)
        return
    right = tl.load(b, (k, n), dtype="f16")
    for tile in range(tl.program_id(), tl.cdiv(m, TILE), tl.num_programs()):
        row = tile * TILE
        rows = min(TILE, m - row)
        left = tl.load(a + row * k * 2, (rows, k), dtype="f16")
        tl.store(out + row * n * 4, tl.dot(left, right, out_dtype="f32"))
