# collective: all_reduce elements=32 ranks=4
"""Rows, the last column, the roots of all SIPs in a ring, and back."""

MAPPER = "cube_leaders"
COMBINES = "participants"
TOPOLOGY = "cube_mesh"


def kernel_args(world_size, n_elem, cube_w, cube_h, n_sips, sip_rank, sip_topo_kind, sip_topo_w, sip_topo_h):
    assert sip_topo_kind == 0 and sip_topo_w == n_sips and sip_topo_h == 1
    return (n_elem, cube_w, cube_h, n_sips, sip_rank)


def kernel(t_ptr, n_elem, cube_w, cube_h, n_sips, sip_rank, *, tl):
    cube = tl.program_id(1)
    x, y = cube % cube_w, cube // cube_w
    acc = tl.load(t_ptr, (n_elem,), "f16")
    if x > 0:
        acc = acc + tl.take("W", (n_elem,), "f16")
    if x < cube_w - 1:
        tl.send("E", acc)
    else:
        if y > 0:
            acc = acc + tl.take("N", (n_elem,), "f16")
        if y < cube_h - 1:
            tl.send("S", acc)
        else:
            passed = acc
            for _ in range(n_sips - 1):
                tl.send("global_E", passed)
                passed = tl.take("global_W", (n_elem,), "f16")
                acc = acc + passed
        if y < cube_h - 1:
            acc = tl.take("S", (n_elem,), "f16")
        if y > 0:
            tl.send("N", acc)
    if x < cube_w - 1:
        acc = tl.take("E", (n_elem,), "f16")
    if x > 0:
        tl.send("W", acc)
    tl.store(t_ptr, acc)
