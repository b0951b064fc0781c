package sectile.interp;

import static sectile.ir.build.Named.named;
import static sectile.ir.build.Types.dims;
import static sectile.ir.build.Types.dynamic;
import static sectile.ir.build.Types.scalar;
import static sectile.ir.build.Types.tensor;
import static sectile.ir.build.Types.window;
import static sectile.ir.symbol.DataType.BF16;
import static sectile.ir.symbol.DataType.FP16;
import static sectile.ir.symbol.DataType.FP32;
import static sectile.ir.symbol.DataType.INDEX;
import static sectile.ir.symbol.DataType.INT32;
import static sectile.ir.symbol.MemorySpace.LEFT;
import static sectile.ir.symbol.MemorySpace.MAT;
import static sectile.ir.symbol.MemorySpace.RIGHT;
import static sectile.ir.symbol.MemorySpace.VEC;

import java.util.List;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.build.FunctionBuilder;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.build.Submission;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.symbol.ReduceOp;

/// Some of the examples, written in Java.
final class BuiltPrograms {
    private BuiltPrograms() {}

    private static Expr loaded(
            FunctionBuilder f, Expr tensor, List<Expr> offsets, List<Expr> shape, sectile.ir.symbol.MemorySpace space) {
        return f.move(f.load(tensor, offsets, shape, named("target_memory", MAT)), space);
    }

    static Program matmulAcc() {
        return ProgramBuilder.program("MatmulAcc", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var a = f.in("a", tensor(BF16, 32, 128));
                Var b = f.in("b", tensor(BF16, 128, 32));
                Var c = f.out("c", tensor(FP32, 32, 32));
                Var a0 = f.let("a0", loaded(f, a, dims(0, 0), dims(32, 32), LEFT));
                Var b0 = f.let("b0", loaded(f, b, dims(0, 0), dims(32, 32), RIGHT));
                Var first = f.let("first", f.matmul(a0, b0));
                Var total = f.range("k", 1, 4)
                        .carry("acc", first)
                        .into("total")
                        .body(loop -> {
                            Expr at = f.mul(loop.index(), 32);
                            Var ak = f.let("ak", loaded(f, a, dims(0, at), dims(32, 32), LEFT));
                            Var bk = f.let("bk", loaded(f, b, dims(at, 0), dims(32, 32), RIGHT));
                            f.yields(f.matmulAcc(loop.carried(0), ak, bk));
                        })
                        .getFirst();
                f.assign(c, f.store(total, dims(0, 0), c));
                f.returns(c);
            });
            p.orchestration("main", f -> {
                Var a = f.in("a", tensor(BF16, 32, 128));
                Var b = f.in("b", tensor(BF16, 128, 32));
                Var c = f.out("c", tensor(FP32, 32, 32));
                f.returns(f.call(kernel, a, b, c));
            });
        });
    }

    static Program softmax() {
        return ProgramBuilder.program("Softmax", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var x = f.in("x", tensor(FP32, 64, 128));
                Var out = f.out("out", tensor(FP32, 64, 128));
                f.range("i", 0, 64, 16, i -> {
                    Var t = f.let("t", f.load(x, dims(i, 0), dims(16, 128)));
                    Var tmp = f.let("tmp", f.createTile(dims(16, 128), FP32, VEC));
                    Var top = f.let("top", f.rowMax(t, tmp));
                    Var e = f.let("e", f.exp(f.rowExpandSub(t, top)));
                    Var total = f.let("total", f.rowSum(e, tmp));
                    f.assign(out, f.store(f.rowExpandDiv(e, total), dims(i, 0), out));
                });
                f.returns(out);
            });
            p.orchestration("main", f -> {
                Var x = f.in("x", tensor(FP32, 64, 128));
                Var out = f.out("out", tensor(FP32, 64, 128));
                f.assign(out, f.call(kernel, x, out));
                f.returns(out);
            });
        });
    }

    static Program flashAttention() {
        return ProgramBuilder.program("FlashAttention", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var q = f.in("q", tensor(FP32, 64, 32));
                Var k = f.in("k", tensor(FP32, 64, 32));
                Var v = f.in("v", tensor(FP32, 64, 32));
                Var out = f.out("out", tensor(FP32, 64, 32));
                f.range("i", 0, 4, 1, i -> {
                    List<Expr> here = dims(f.mul(i, 16), 0);
                    Var qi = f.let("qi", loaded(f, q, here, dims(16, 32), LEFT));
                    Var top0 = f.let("top0", f.op("tile.full", dims(16, 1), -1e30, named("dtype", FP32)));
                    Var sum0 = f.let("sum0", f.op("tile.full", dims(16, 1), 0.0, named("dtype", FP32)));
                    Var acc0 = f.let("acc0", f.op("tile.full", dims(16, 32), 0.0, named("dtype", FP32)));
                    List<Var> end = f.range("j", 4)
                            .carry("top", top0)
                            .carry("total", sum0)
                            .carry("acc", acc0)
                            .into("top_end", "total_end", "acc_end")
                            .body(loop -> attend(f, loop.index(), loop.carried(), qi, k, v));
                    f.assign(out, f.store(f.rowExpandDiv(end.get(2), end.get(1)), here, out));
                });
                f.returns(out);
            });
            p.orchestration("main", f -> {
                Var q = f.in("q", tensor(FP32, 64, 32));
                Var k = f.in("k", tensor(FP32, 64, 32));
                Var v = f.in("v", tensor(FP32, 64, 32));
                Var out = f.out("out", tensor(FP32, 64, 32));
                f.assign(out, f.call(kernel, q, k, v, out));
                f.returns(out);
            });
        });
    }

    private static void attend(FunctionBuilder f, Var j, List<Var> carried, Var qi, Var k, Var v) {
        Var top = carried.get(0);
        List<Expr> here = dims(f.mul(j, 16), 0);
        Var kj = f.let("kj", f.transpose(f.load(k, here, dims(16, 32)), 0, 1));
        Var kt = f.let("kt", f.move(kj, RIGHT));
        Var scores = f.let("scores", f.mul(f.move(f.matmul(qi, kt), VEC), 0.17677669529663687));
        Var newTop = f.let("new_top", f.max(top, f.rowMax(scores)));
        Var weights = f.let("weights", f.exp(f.rowExpandSub(scores, newTop)));
        Var shrink = f.let("shrink", f.exp(f.sub(top, newTop)));
        Var newTotal = f.let("new_total", f.add(f.mul(carried.get(1), shrink), f.rowSum(weights)));
        Var vj = f.let("vj", loaded(f, v, here, dims(16, 32), RIGHT));
        Var part = f.let("part", f.move(f.matmul(f.move(weights, LEFT), vj), VEC));
        Var newAcc = f.let("new_acc", f.add(f.rowExpandMul(carried.get(2), shrink), part));
        f.yields(newTop, newTotal, newAcc);
    }

    static Program mixedKernel() {
        return ProgramBuilder.program("MixedKernel", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var a = f.in("a", tensor(FP16, 32, 32));
                Var b = f.in("b", tensor(FP16, 32, 32));
                Var out = f.out("out", tensor(FP32, 32, 32));
                Var left = f.let("left", loaded(f, a, dims(0, 0), dims(32, 32), LEFT));
                Var right = f.let("right", loaded(f, b, dims(0, 0), dims(32, 32), RIGHT));
                Var product = f.let("product", f.move(f.matmul(left, right), VEC));
                f.assign(out, f.store(f.exp(f.mul(product, 0.125)), dims(0, 0), out));
                f.returns(out);
            });
            p.orchestration("main", f -> {
                Var a = f.in("a", tensor(FP16, 32, 32));
                Var b = f.in("b", tensor(FP16, 32, 32));
                Var out = f.out("out", tensor(FP32, 32, 32));
                f.assign(out, f.call(kernel, a, b, out));
                f.returns(out);
            });
        });
    }

    static Program taskGraph() {
        return ProgramBuilder.program("TaskGraph", p -> {
            Function scale = p.inCore("scale", f -> {
                Var x = f.in("x", tensor(FP32, 1, 64));
                Var y = f.out("y", tensor(FP32, 1, 64));
                Var factor = f.in("factor", scalar(FP32));
                f.assign(y, f.store(f.mul(f.load(x, dims(0, 0), dims(1, 64)), factor), dims(0, 0), y));
                f.returns(y);
            });
            Function add = p.inCore("add", f -> {
                Var a = f.in("a", tensor(FP32, 1, 64));
                Var b = f.in("b", tensor(FP32, 1, 64));
                Var y = f.out("y", tensor(FP32, 1, 64));
                Expr sum = f.add(f.load(a, dims(0, 0), dims(1, 64)), f.load(b, dims(0, 0), dims(1, 64)));
                f.assign(y, f.store(sum, dims(0, 0), y));
                f.returns(y);
            });
            p.orchestration("main", f -> {
                Var x = f.in("x", tensor(FP32, 1, 64));
                Var y = f.out("y", tensor(FP32, 1, 64));
                Var a = f.let("p", f.createTensor(dims(1, 64), FP32));
                Var b = f.let("q", f.createTensor(dims(1, 64), FP32));
                f.manualScope().body(() -> {
                    Submission doubled = f.submit(scale, x, a, 2.0);
                    f.assign(a, doubled.result(0));
                    Var first = f.let("first", doubled.task());
                    Submission tripled = f.submit(scale, x, b, 3.0);
                    f.assign(b, tripled.result(0));
                    Var second = f.let("second", tripled.task());
                    Submission sum = f.submit(add, a, b, y, named("deps", List.of(first, second)));
                    f.assign(y, sum.result(0));
                    f.let("last", sum.task());
                });
                f.returns(y);
            });
        });
    }

    static Program allReduce() {
        return ProgramBuilder.program("AllReduce", p -> {
            Function step = p.inCore("step", f -> {
                Var x = f.in("x", tensor(FP32, 1, 256));
                Var data = f.inOut("data", window(FP32, 1, 256));
                Var signal = f.inOut("signal", window(INT32, 4, 1));
                Var out = f.out("out", tensor(FP32, 1, 256));
                f.assign(data, f.store(f.load(x, dims(0, 0), dims(1, 256)), dims(0, 0), data));
                f.assign(data, f.allReduce(data, signal, ReduceOp.SUM));
                f.assign(out, f.store(f.load(data, dims(0, 0), dims(1, 256)), dims(0, 0), out));
                f.returns(out);
            });
            Function perRank = p.orchestration("per_rank", f -> {
                Var x = f.in("x", tensor(FP32, 1, 256));
                Var data = f.inOut("data", window(FP32, 1, 256));
                Var signal = f.inOut("signal", window(INT32, 4, 1));
                Var out = f.out("out", tensor(FP32, 1, 256));
                f.returns(f.call(step, x, data, signal, out));
            });
            p.host("host", f -> {
                Var x = f.in("x", tensor(FP32, 4, 1, 256));
                Var out = f.out("out", tensor(FP32, 4, 1, 256));
                Var data = f.let("data", f.allocWindowBuffer(256 * 4));
                Var signal = f.let("signal", f.allocWindowBuffer(4 * 4));
                f.range("r", f.worldSize())
                        .body(loop -> f.run(f.call(
                                perRank,
                                f.row(x, loop.index()),
                                f.window(data, dims(1, 256), FP32),
                                f.window(signal, dims(4, 1), INT32),
                                f.row(out, loop.index()),
                                named("device", loop.index()))));
                f.returns(out);
            });
        });
    }

    static Program scalarOps() {
        return ProgramBuilder.program("ScalarOps", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var x = f.in("x", tensor(FP32, 8, 64));
                Var table = f.in("table", tensor(INT32, 4));
                Var out = f.out("out", tensor(FP32, 8, 64));
                Var scale = f.in("scale", scalar(FP32));
                Var rows = f.in("rows", scalar(INDEX));
                Var first = f.let("first", f.read(table, dims(0)));
                Var limit = f.let("limit", f.min(rows, 8));
                f.range("r", limit).body(loop -> {
                    Var r = loop.index();
                    Var row = f.let("row", f.load(x, dims(r, 0), dims(1, 64)));
                    f.when(
                            f.and(f.eq(f.mod(r, 2), 0), f.gt(first, 0)),
                            () -> f.assign(row, f.mul(row, scale)),
                            () -> f.assign(row, f.add(row, f.cast(first, FP32))));
                    f.assign(out, f.store(row, dims(r, 0), out));
                });
                f.returns(out);
            });
            p.orchestration("main", f -> {
                Var x = f.in("x", tensor(FP32, 8, 64));
                Var table = f.in("table", tensor(INT32, 4));
                Var out = f.out("out", tensor(FP32, 8, 64));
                Var scale = f.in("scale", scalar(FP32));
                f.assign(out, f.call(kernel, x, table, out, scale, 8));
                f.returns(out);
            });
        });
    }

    static Program dynamicValid() {
        return ProgramBuilder.program("DynamicValid", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var x = f.in("x", tensor(FP32, dynamic("M"), 64));
                Var out = f.out("out", tensor(FP32, dynamic("M"), 64));
                Var rows = f.let("rows", f.dim(x, 0));
                f.range("i", 0, rows, 16, i -> {
                    Var valid = f.let("valid", f.min(f.sub(rows, i), 16));
                    Var t = f.let("t", f.load(x, dims(i, 0), dims(16, 64), named("valid_shape", dims(valid, 64))));
                    f.assign(out, f.store(f.exp(t), dims(i, 0), out));
                });
                f.returns(out);
            });
            p.orchestration("main", f -> {
                Var x = f.in("x", tensor(FP32, dynamic("M"), 64));
                Var out = f.out("out", tensor(FP32, dynamic("M"), 64));
                f.assign(out, f.call(kernel, x, out));
                f.returns(out);
            });
        });
    }

    /// Halves until small: a loop with a condition that carries, and one that does not, and a choice with a result.
    static Program halving() {
        return ProgramBuilder.program(
                "Halving",
                p -> p.inCore("kernel", f -> {
                    Var out = f.out("out", tensor(INT32, 4));
                    Var n = f.in("n", scalar(INT32));
                    Var end = f.loopWhile()
                            .carry("x", n)
                            .into("end")
                            .condition(carried -> f.gt(carried.getFirst(), 10))
                            .body(carried -> f.yields(f.floorDiv(carried.getFirst(), 2)))
                            .getFirst();
                    f.assign(out, f.write(out, dims(0), end));
                    Var rounds = f.let("rounds", scalar(INT32), 0);
                    Var left = f.let("left", scalar(INT32), n);
                    f.loopWhile(f.gt(left, 10), () -> {
                        f.assign(left, f.floorDiv(left, 2));
                        f.assign(rounds, f.add(rounds, 1));
                        f.when(f.gt(rounds, 100), f::breaks);
                    });
                    f.assign(out, f.write(out, dims(1), rounds));
                    Var parity = f.choose(
                            "parity",
                            f.eq(f.mod(end, 2), 0),
                            () -> f.yields(f.constant(20, INT32)),
                            () -> f.yields(f.constant(30, INT32)));
                    f.assign(out, f.write(out, dims(2), parity));
                    f.returns(out);
                }));
    }

    static final String HALVING = """
            import pypto.language as pl

            @pl.program
            class Halving:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, out: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.Scalar[pl.INT32]):
                    for (x,) in pl.while_(init_values=(n,)):
                        pl.cond(x > 10)
                        end = pl.yield_(x // 2)
                    out = pl.tensor.write(out, [0], end)
                    rounds: pl.Scalar[pl.INT32] = 0
                    left: pl.Scalar[pl.INT32] = n
                    while left > 10:
                        left = left // 2
                        rounds = rounds + 1
                        if rounds > 100:
                            break
                    out = pl.tensor.write(out, [1], rounds)
                    if end % 2 == 0:
                        parity = pl.yield_(pl.const(20, pl.INT32))
                    else:
                        parity = pl.yield_(pl.const(30, pl.INT32))
                    out = pl.tensor.write(out, [2], parity)
                    return out
            """;
}
