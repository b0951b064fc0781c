# args: out=zeros:4:i32
# pes: 0
# expect: out = 2 2 2 2
def kernel(out, tl):
    a = tl.full((4,), 1, "i32")
    b = tl.full((4,), 2, "i32")
    names = {a.id: "a", b.id: "b"}
    assert a.id != b.id and a.id == a.id
    tl.store(out, a if names[b.id] == "a" else b)
