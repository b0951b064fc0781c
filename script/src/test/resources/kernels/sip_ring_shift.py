# args: t_ptr=10/20/30/40:4x4:f32@spread,n_elem=4
# sips: 0-3
# cubes: 0-3
# pes: 0
# wiring: cube_mesh
# expect: t_ptr[0] = 43
# expect: t_ptr[16] = 10
# expect: t_ptr[63] = 30
def kernel_args(n_elem, sip_rank, n_sips, sip_topo_kind):
    return n_elem, sip_rank, n_sips, sip_topo_kind


def kernel(t_ptr, n_elem, sip_rank, n_sips, sip_topo_kind, tl):
    assert sip_topo_kind == 0 and 0 <= sip_rank < n_sips
    ptr = t_ptr + tl.program_id(1) * n_elem * 4
    tl.send(dir="global_E", src=tl.load(ptr, (n_elem,), "f32"))
    got = tl.recv(dir="global_W", shape=(n_elem,), dtype="f32")
    tl.store(ptr, got + 3 if sip_rank == 0 else got)
