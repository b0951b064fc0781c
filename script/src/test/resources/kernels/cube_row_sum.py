# args: t_ptr=1/2/3/4:4x8:f16@spread,n_elem=8
# sips: 0-3
# cubes: 0-3
# pes: 0
# wiring: cube_mesh
# expect: t_ptr[0] = 1
# expect: t_ptr[8] = 2
# expect: t_ptr[127] = 8
def kernel_args(*, n_elem, cube_w, cubes_per_sip, **kw):
    assert cubes_per_sip == cube_w * kw["cube_h"]
    return n_elem, cube_w


def kernel(t_ptr, n_elem, cube_w, *, tl):
    cube = tl.program_id(1)
    ptr = t_ptr + cube * n_elem * 2
    mine = tl.load(ptr, (n_elem,), "f16")
    if cube % cube_w < cube_w - 1:
        tl.send("E", mine)
    if cube % cube_w > 0:
        mine = mine + tl.recv("W", (n_elem,), "f16")
    tl.store(ptr, mine)
