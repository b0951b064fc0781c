"""The same as a kernel, for what `tl` has."""


def kernel(a, b, half, c, f, i, j, large, drawn, product, half_product, exp, log, sin, cos, neg, rounded, wrapped, same,
           smaller, floats, copied, scalars, x, tl):
    assert f"{1e10}" == "10000000000.0"
    assert 1.0 % 0.1 == 0.09999999999999995 and 1.0 // 0.1 == 9.0
    tl.store(product, tl.dot(tl.load(a, (64, 64), "f32"), tl.load(b, (64, 64), "f32")))
    h = tl.load(half, (256, 256), "f16")
    d = tl.load(c, (16, 16), "f16")
    tl.store(half_product, tl.dot(d, d))
    tl.store(exp, tl.exp(h))
    tl.store(log, tl.log(h))
    v = tl.load(f, (1, 8), "f32")
    tl.store(sin, tl.sin(v))
    tl.store(cos, tl.cos(v))
    tl.store(neg, -v)
    tl.store(rounded, tl.cast(v, "i32"))
    tl.store(wrapped, tl.load(i, (1, 8), "i32") + tl.load(j, (1, 8), "i32"))
    tl.store(same, tl.load(large, (1, 8), "i64") + 0)
    tl.store(smaller, tl.full((1, 8), min(2**53 + 1, 2**53), "i64"))
    tl.store(floats, tl.full((1, 8), 1.0 % 0.1, "f64"))
    tl.store(copied, tl.load(drawn, (1, 64), "f32") + 0.0)
    tl.store(scalars, tl.full((1, 8), x % 3 + 10 * (x // 3), "i32"))
