"""Softmax of every row of a matrix, in place, written out: exp(x - max) / sum.

Rows go to the PEs of a cube in turn. With builtin=True the machine's own softmax does it in one operation.

sectile run examples/kernels/softmax.py --kernel-args x=randn:16x256:f32,rows=16,columns=256
"""


def softmax(row, tl):
    # Folding an axis away leaves shape (1,), which goes with every element again.
    shifted = row - tl.max(row, axis=-1)
    powers = tl.exp(shifted)
    return powers / tl.sum(powers, axis=-1)


def kernel(x, rows, columns, tl, dtype="f32", builtin=False):
    stride = columns * tl.itemsize(dtype)
    for row in range(tl.program_id(), rows, tl.num_programs()):
        values = tl.load(x + row * stride, (1, columns), dtype)
        result = tl.softmax(values) if builtin else softmax(values, tl)
        tl.store(x + row * stride, result)
