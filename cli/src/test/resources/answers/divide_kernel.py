def kernel(i, j, out, tl):
    tl.store(out, tl.load(i, (1, 8), "i32") / tl.load(j, (1, 8), "i32"))
