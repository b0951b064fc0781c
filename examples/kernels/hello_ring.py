"""Every PE sends its number to the next one and says what it got.

sectile run examples/kernels/hello_ring.py --wiring ring_1d --pes 0-3
"""


def kernel(rank, tl, n_elem=64):
    tl.send("E", tl.full((n_elem,), rank, "i32"))
    got = tl.recv("W", (n_elem,), "i32")
    print(f"rank {rank} got {got[n_elem - 1]}")
