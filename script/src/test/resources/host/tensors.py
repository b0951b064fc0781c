"""Elements, slices, copies, policies and memories of tensors."""

import numpy as np

from lab.policy import DPPolicy


def run(torch):
    assert torch.ahbm.current_device() is None
    assert torch.accelerator.current_device_index() is None
    torch.accelerator.set_device_index(1)
    assert torch.cuda.current_device() == 1

    t = torch.from_numpy(np.arange(24, dtype=np.float32).reshape(4, 6), dp=DPPolicy(cube="column_wise"), name="t")
    assert t.shape == (4, 6) and t.dtype == torch.float32 and t.name == "t" and t.device == 1
    assert t.numel() == 24 and t.size(-1) == 6 and t.ndim == 2 and t.nbytes == 96
    assert t[2, 3] == 15.0 and t[-1, -1] == 23.0
    assert t[1].tolist() == [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]
    assert t[1:3, 2:4].tolist() == [[8.0, 9.0], [14.0, 15.0]]
    assert t[:, ::2].shape == (4, 3)
    t[0, 0] = 100
    t[3, 1:3] = [7, 8]
    t[:, 5] = 0.5
    assert t[0, 0] == 100.0 and t[3].tolist() == [18.0, 7.0, 8.0, 21.0, 22.0, 0.5]
    t[0, 0] += 1
    assert t[0, 0] == 101.0

    v = torch.arange(8, dtype="i32", dp=DPPolicy(cube="row_wise"))
    v[2:4] = [20, 30]
    assert v.tolist() == [0, 1, 20, 30, 4, 5, 6, 7] and v[3] == 30 and v[::4].tolist() == [0, 4]
    cube = torch.zeros((2, 3, 4), dtype="f16")
    cube[1, 2, 3] = 5
    assert cube[1, 2].tolist() == [0.0, 0.0, 0.0, 5.0]
    u = torch.empty((4, 6), dtype="f16", dp=DPPolicy(num_cubes=1, num_pes=1)).copy_(t)
    assert np.allclose(u.numpy(), t.numpy(), rtol=1e-3)

    # Tile (0, 1) is on PE 1 of a column-major policy, tile (1, 0) of a row-major one.
    by_column = torch.zeros((4, 8), dp=DPPolicy(pe="tiled_column_major", tile_m=2, tile_k=4))
    assert [(s["pe"], s["offset_bytes"]) for s in by_column.shards] == [(0, 0), (0, 32), (1, 8), (1, 40)]
    by_row = torch.zeros((4, 8), dp=DPPolicy(pe="tiled_row_major", tile_m=2, tile_k=4))
    assert [(s["pe"], s["offset_bytes"]) for s in by_row.shards] == [(0, 0), (0, 8), (1, 32), (1, 40)]

    # Uneven splits are kept: the last part is smaller.
    uneven = torch.ones((5,), dp=DPPolicy(cube="row_wise", num_pes=1))
    assert [s["nbytes"] for s in uneven.shards] == [4, 4, 2]

    near = torch.ones((16,), dtype="f32", dp=DPPolicy(num_cubes=1, num_pes=1), space="tcm")
    near[3] = 4
    assert near.numpy().sum() == 19.0
    near.free()
    print("ok")
