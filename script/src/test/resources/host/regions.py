"""The four regions of tensor parallelism, and two models side by side."""

import numpy as np

from lab.parallel import tp
from lab.policy import DPPolicy

ALL = DPPolicy(cube="replicate", pe="replicate")


def run(torch):
    torch.distributed.init_process_group("ahbm")
    tp.initialize_model_parallel(2)

    def worker(rank):
        torch.ahbm.set_device(rank)
        assert tp.get_tensor_model_parallel_world_size() == 2
        assert tp.get_tensor_model_parallel_rank() == rank % 2
        x = torch.from_numpy(np.arange(16).reshape(2, 8).astype(np.float16), dp=ALL)
        assert tp.copy_to_tp_region(x)[0, 3] == 3.0
        part = tp.scatter_to_tp_region(x)
        assert part.shape == (2, 4) and part[0, 0] == 4.0 * (rank % 2)
        assert tp.gather_from_tp_region(part).tolist() == x.tolist()
        ones = torch.ones((2, 8), dp=ALL)
        assert tp.reduce_from_tp_region(ones)[1, 7] == 2.0
        layer = tp.ColumnParallelLinear(8, 8, bias=True, gather_output=True, torch=torch, seed=3)
        assert layer.weight.shape == (8, 4) and layer.bias.shape == (1, 4)
        layer.weight.copy_(np.eye(8)[:, rank % 2 * 4 : rank % 2 * 4 + 4])
        layer.bias.fill_(1)
        assert layer(x).tolist() == [[float(8 * i + k + 1) for k in range(8)] for i in range(2)]

    torch.multiprocessing.spawn(worker, nprocs=4)
    tp.destroy_model_parallel()
    print("ok")
