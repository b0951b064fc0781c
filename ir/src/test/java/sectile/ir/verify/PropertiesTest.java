package sectile.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.ir.build.Named.named;
import static sectile.ir.build.Types.dims;
import static sectile.ir.build.Types.scalar;
import static sectile.ir.build.Types.tensor;
import static sectile.ir.symbol.DataType.FP16;
import static sectile.ir.symbol.DataType.FP32;

import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.build.FunctionBuilder;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.SplitMode;

/// Each property accepts a program that has it and rejects ones that do not.
class PropertiesTest {
    private static void check(Property property, Consumer<ProgramBuilder> content, String... codes) {
        Program program = ProgramBuilder.unverified("P", content);
        var diagnostics = new Diagnostics();
        Verifier.verify(program, EnumSet.of(property), diagnostics);
        assertThat(diagnostics.all()).extracting(Diagnostic::code).containsExactly(codes);
        assertThat(diagnostics.all())
                .allSatisfy(d -> assertThat(d.span().toString()).startsWith("PropertiesTest.java:"));
    }

    private static void kernel(Property property, Consumer<FunctionBuilder> body, String... codes) {
        check(property, p -> p.inCore("kernel", body), codes);
    }

    @Test
    void typed() {
        kernel(Property.TYPED, f -> f.let("x", f.exp(f.in("a", tensor(FP32, 4, 4)))));
        check(
                Property.TYPED,
                p -> {
                    Function callee = p.inCore("callee", f -> f.in("a", tensor(FP32, 4, 4)));
                    p.orchestration("main", f -> f.run(f.call(callee, f.in("a", tensor(FP16, 4, 4)))));
                },
                "LANG-320");
    }

    @Test
    void definedBeforeUse() {
        kernel(Property.DEFINED_BEFORE_USE, f -> f.let("y", f.add(f.let("x", 1), 1)));
        kernel(
                Property.DEFINED_BEFORE_USE,
                f -> {
                    Var[] inside = new Var[1];
                    f.when(f.lt(f.in("n", scalar(FP32)), 1.0), () -> inside[0] = f.let("x", 1));
                    f.let("y", inside[0]);
                },
                "LANG-601");
    }

    @Test
    void ssa() {
        kernel(Property.SSA, f -> f.range("i", 0, 4, 1, i -> f.let("x", f.add(i, 1))));
        kernel(
                Property.SSA,
                f -> {
                    Var x = f.let("x", 1);
                    f.assign(x, 2);
                },
                "LANG-602");
    }

    @Test
    void flatCalls() {
        kernel(Property.FLAT_CALLS, f -> {
            Var e = f.let("e", f.exp(f.in("a", tensor(FP32, 4, 4))));
            f.let("x", f.abs(e));
        });
        kernel(Property.FLAT_CALLS, f -> f.let("x", f.abs(f.exp(f.in("a", tensor(FP32, 4, 4))))), "LANG-603");
    }

    @Test
    void splitKernels() {
        check(Property.SPLIT_KERNELS, p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var a = f.in("a", tensor(FP32, 4, 4));
                f.splitAiv(2, SplitMode.UP_DOWN).body("i", i -> f.let("t", f.load(a, dims(0, 0), dims(4, 4))));
            });
            p.orchestration("main", f -> {
                Var a = f.in("a", tensor(FP32, 8, 4));
                Expr part = f.slice(a, dims(4, 4), dims(4, 0));
                f.manualScope().body(() -> f.run(f.call(kernel, part)));
            });
        });
        check(
                Property.SPLIT_KERNELS,
                p -> {
                    p.orchestration("main", f -> {
                        Var a = f.in("a", tensor(FP32, 4, 4));
                        f.at(Level.CORE_GROUP).body(() -> f.let("x", f.exp(a)));
                        f.cluster().body(() -> {});
                        f.spmd(4).body("b", b -> {});
                    });
                    p.function("small", FunctionKind.INLINE, f -> {});
                },
                "LANG-650",
                "LANG-651",
                "LANG-650",
                "LANG-650",
                "LANG-652");
    }

    @Test
    void tileOps() {
        kernel(Property.TILE_OPS, f -> {
            Var a = f.in("a", tensor(FP32, 4, 4));
            f.let("n", f.dim(a, 0));
            f.let("x", f.exp(f.load(a, dims(0, 0), dims(4, 4))));
        });
        kernel(Property.TILE_OPS, f -> f.let("x", f.exp(f.in("a", tensor(FP32, 4, 4)))), "LANG-653");
        // Outside kernels tensors are right.
        check(Property.TILE_OPS, p -> p.orchestration("main", f -> f.let("x", f.exp(f.in("a", tensor(FP32, 4, 4))))));
    }

    private static void tile(FunctionBuilder f, String name, MemorySpace space, MemRef memref) {
        Var a = f.in("a" + name, tensor(FP32, 4, 4));
        f.let(
                name,
                new TileType(dims(4, 4), FP32, space, memref, null),
                f.load(a, dims(0, 0), dims(4, 4), named("target_memory", space)));
    }

    private static MemRef memref(String buffer, long offset, long size) {
        return new MemRef(buffer, ConstInt.index(offset), size);
    }

    @Test
    void spacesInferred() {
        kernel(Property.SPACES_INFERRED, f -> tile(f, "t", MemorySpace.VEC, memref("b", 0, 64)));
        kernel(Property.SPACES_INFERRED, f -> f.in("t", new TileType(dims(4, 4), FP32, null)), "LANG-654");
    }

    @Test
    void memrefs() {
        kernel(Property.MEMREFS, f -> tile(f, "t", MemorySpace.VEC, memref("b", 0, 64)));
        kernel(
                Property.MEMREFS,
                f -> f.let("t", f.load(f.in("a", tensor(FP32, 4, 4)), dims(0, 0), dims(4, 4))),
                "LANG-655");
        kernel(Property.MEMREFS, f -> tile(f, "t", MemorySpace.VEC, memref("b", 0, 63)), "LANG-656");
        check(
                Property.MEMREFS,
                p -> p.inCore("kernel", f -> {
                    Var a = f.in("a", tensor(FP32, 4, 4));
                    f.let(
                            "t",
                            new TileType(dims(4, 4), FP32, MemorySpace.VEC, memref("b", 0, 64), null),
                            f.load(a, dims(0, 0), dims(4, 4)));
                    f.let(
                            "u",
                            new TileType(dims(4, 4), FP32, MemorySpace.MAT, memref("b", 0, 64), null),
                            f.load(a, dims(0, 0), dims(4, 4), named("target_memory", MemorySpace.MAT)));
                }),
                "LANG-657");
    }

    @Test
    void addressesAllocated() {
        kernel(Property.ADDRESSES_ALLOCATED, f -> tile(f, "t", MemorySpace.VEC, memref("b", 32, 64)));
        kernel(Property.ADDRESSES_ALLOCATED, f -> tile(f, "t", MemorySpace.VEC, memref("b", 0, 0)), "LANG-658");
        kernel(Property.ADDRESSES_ALLOCATED, f -> tile(f, "t", MemorySpace.VEC, memref("b", -1, 64)), "LANG-658");
        kernel(
                Property.ADDRESSES_ALLOCATED,
                f -> f.let("t", f.load(f.in("a", tensor(FP32, 4, 4)), dims(0, 0), dims(4, 4))),
                "LANG-655");
    }

    private static void twoOutputs(FunctionBuilder f, boolean swap) {
        Var a = f.in("a", tensor(FP32, 4, 4));
        Var x = f.out("x", tensor(FP32, 4, 4));
        Var y = f.out("y", tensor(FP32, 4, 4));
        Var t = f.let("t", f.load(a, dims(0, 0), dims(4, 4)));
        Var stored = f.let("stored", f.store(t, dims(0, 0), x));
        f.assign(y, f.store(t, dims(0, 0), y));
        if (swap) {
            f.returns(y, stored);
        } else {
            f.returns(stored, y);
        }
    }

    @Test
    void returnOrder() {
        check(Property.RETURN_ORDER, p -> {
            Function kernel = p.inCore("kernel", f -> twoOutputs(f, false));
            p.orchestration("main", f -> {
                Var a = f.in("a", tensor(FP32, 4, 4));
                Var x = f.out("x", tensor(FP32, 4, 4));
                Var y = f.out("y", tensor(FP32, 4, 4));
                Var both = f.let("both", f.call(kernel, a, x, y));
                f.returns(f.get(both, 0), f.get(both, 1));
            });
        });
        kernel(Property.RETURN_ORDER, f -> twoOutputs(f, true), "LANG-660", "LANG-660");
        kernel(Property.RETURN_ORDER, f -> f.returns(f.exp(f.in("a", tensor(FP32, 4, 4)))), "LANG-660");
    }

    private static Consumer<ProgramBuilder> call(Object... directions) {
        return p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var a = f.in("a", tensor(FP32, 4, 4));
                Var x = f.out("x", tensor(FP32, 4, 4));
                f.run(f.store(f.load(a, dims(0, 0), dims(4, 4)), dims(0, 0), x));
            });
            p.orchestration("main", f -> {
                Var a = f.in("a", tensor(FP32, 4, 4));
                Var x = f.out("x", tensor(FP32, 4, 4));
                if (directions.length == 0) {
                    f.run(f.call(kernel, a, x));
                } else {
                    f.submit(kernel, a, x, named("arg_directions", List.of(directions)));
                }
            });
        };
    }

    @Test
    void callDirections() {
        check(Property.CALL_DIRECTIONS, call("In", "Out"));
        check(Property.CALL_DIRECTIONS, call(), "LANG-661");
        check(Property.CALL_DIRECTIONS, call("In", "InOut"), "LANG-662");
        check(Property.CALL_DIRECTIONS, call("In"), "LANG-662");
    }

    private static WindowBuffer slot(String name, long bytes) {
        return new WindowBuffer(name, ConstInt.index(bytes), FP32, false, false, Origin.none());
    }

    private static Consumer<ProgramBuilder> dispatch(String window, List<String> domain, WindowBuffer... slots) {
        return p -> {
            p.commGroup(List.of(), slots);
            var type = new DistributedTensorType(dims(4, 4), FP32, null, null, window);
            Function kernel = p.orchestration("kernel", f -> f.inOut("w", type));
            p.host("host", f -> {
                Var buffer = f.let("buffer", f.allocWindowBuffer(64));
                Var w = f.let("w", type, f.window(buffer, dims(4, 4), FP32));
                f.commDomain().with("slots", domain).body(() -> f.run(f.call(kernel, w, named("device", 0))));
            });
        };
    }

    @Test
    void commDomains() {
        check(Property.COMM_DOMAINS, dispatch("w", List.of("w"), slot("w", 16)));
        check(Property.COMM_DOMAINS, dispatch("v", List.of("v"), slot("w", 64)), "LANG-663", "LANG-663");
        check(Property.COMM_DOMAINS, dispatch("", List.of("w"), slot("w", 64)), "LANG-663", "LANG-666");
        check(Property.COMM_DOMAINS, dispatch("w", List.of("w"), slot("w", 15)), "LANG-664", "LANG-664");
        check(Property.COMM_DOMAINS, dispatch("w", List.of("v"), slot("w", 64)), "LANG-666");
        var diagnostics = new Diagnostics();
        Verifier.verify(
                ProgramBuilder.unverified("P", p -> p.commGroup(List.of(), slot("w", 4), slot("w", 4))),
                EnumSet.of(Property.COMM_DOMAINS),
                diagnostics);
        assertThat(diagnostics.all()).extracting(Diagnostic::code).containsExactly("LANG-665");
    }

    @Test
    void structuredDirectionsPlacedAndDistributed() {
        kernel(Property.STRUCTURED, f -> f.range("i", 0, 4, 1, i -> f.breaks()));
        kernel(Property.STRUCTURED, f -> f.yields(1), "LANG-404");
        kernel(Property.DIRECTIONS, f -> twoOutputs(f, false));
        kernel(
                Property.DIRECTIONS,
                f -> {
                    f.out("x", tensor(FP32, 4, 4));
                    f.let("n", 1);
                },
                "LANG-501");
        kernel(Property.PLACED, f -> twoOutputs(f, false));
        check(
                Property.PLACED,
                p -> p.orchestration(
                        "main", f -> f.let("t", f.load(f.in("a", tensor(FP32, 4, 4)), dims(0, 0), dims(4, 4)))),
                "LANG-620");
        check(Property.DISTRIBUTED, p -> p.host("host", f -> f.let("n", f.worldSize())));
        kernel(Property.DISTRIBUTED, f -> f.let("n", f.worldSize()), "LANG-630");
    }
}
