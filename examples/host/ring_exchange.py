"""Every rank sends to the next one through queues that the program installs, with a kernel of another file.

sectile run examples/host/ring_exchange.py --set system.sips.count=4
"""

from lab.policy import DPPolicy

from pass_right import pass_right


def run(torch):
    torch.distributed.init_process_group()
    world = torch.distributed.get_world_size()
    torch.install_ipcq(topology="ring_1d", mapper="leader_only", n_slots=2, slot_size=1024)

    def worker(rank, n):
        torch.cuda.set_device(rank)
        dp = DPPolicy(num_cubes=1, num_pes=1)
        mine = torch.full((n,), rank, dtype="i32", dp=dp)
        got = torch.zeros((n,), dtype="i32", dp=dp)
        done = torch.launch("pass_right", pass_right, mine, got, n)
        assert got[0] == (rank - 1) % world, got.tolist()
        assert [got[i] for i in range(n)] == [(rank - 1) % world] * n
        if rank == 0:
            print(f"rank 0 has {got[0]}, the kernel took {done.pe_exec_ns > 0}")

    torch.multiprocessing.spawn(worker, (64,), world)
