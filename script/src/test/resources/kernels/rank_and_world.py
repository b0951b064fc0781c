# args: out=zeros:1:i32@each
# sips: 0-3
# cubes: 0-1
# pes: 0
# expect: out = 800 801 802 803 804 805 806 807
def kernel(out, tl):
    tl.store(out, tl.full((1,), tl.world_size * 100 + tl.rank, "i32"))
