package sectile.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static sectile.ir.build.Named.named;
import static sectile.ir.build.Types.dims;
import static sectile.ir.build.Types.scalar;
import static sectile.ir.build.Types.tensor;
import static sectile.ir.build.Types.window;
import static sectile.ir.symbol.DataType.FP32;
import static sectile.ir.symbol.DataType.INT32;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.ir.build.FunctionBuilder;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.MemorySpace;

/// What a Java user can do wrong, and the code he gets for it. Every diagnostic names this file and the line.
class BuilderMistakesTest {
    private static DynamicTest kernel(String code, String words, Consumer<FunctionBuilder> body) {
        return program(code, words, p -> p.inCore("kernel", body));
    }

    private static DynamicTest program(String code, String words, Consumer<ProgramBuilder> content) {
        return DynamicTest.dynamicTest(code + " " + words, () -> {
            DiagnosticException thrown =
                    catchThrowableOfType(DiagnosticException.class, () -> ProgramBuilder.program("P", content));
            assertThat(thrown).as("an exception").isNotNull();
            Diagnostic first = thrown.diagnostics().getFirst();
            assertThat(first.toString()).contains(words);
            assertThat(first.code()).isEqualTo(code);
            assertThat(first.span().source().name()).isEqualTo("BuilderMistakesTest.java");
            assertThat(first.span().line()).isGreaterThan(40);
        });
    }

    @TestFactory
    Stream<DynamicTest> mistakes() {
        return Stream.of(
                kernel("LANG-216", "no op `tile.ad`", f -> f.op("tile.ad", f.in("x", tensor(FP32, 4, 4)))),
                kernel("LANG-302", "must be", f -> f.op("tile.exp", f.in("x", tensor(FP32, 4, 4)))),
                kernel("LANG-301", "operands", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    f.op("tensor.exp", x, x, x, x);
                }),
                kernel("LANG-301", "needs `shapes`", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    f.op("tile.load", x, dims(0, 0), named("valid_shape", dims(1, 1)));
                }),
                kernel("LANG-301", "twice", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    f.op("tile.load", x, dims(0, 0), dims(4, 4), named("shapes", dims(4, 4)));
                }),
                kernel("LANG-305", "takes no argument `target`", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    f.load(x, dims(0, 0), dims(4, 4), named("target", MemorySpace.MAT));
                }),
                kernel("LANG-307", "must be", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    f.load(x, dims(0, 0), dims(4, 4), named("target_memory", FP32));
                }),
                kernel("LANG-303", "", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    Var y = f.in("y", tensor(INT32, 4, 4));
                    f.add(x, y);
                }),
                kernel("LANG-304", "", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    Var y = f.in("y", tensor(FP32, 4, 5));
                    f.add(x, y);
                }),
                kernel("LANG-702", "named(\"dtype\"", f -> f.op("tensor.create", FP32)),
                kernel("LANG-702", "Java object", f -> f.op("tensor.create", java.util.Locale.ROOT)),
                kernel("LANG-207", "on its left", f -> f.sub(1.0, f.in("x", tensor(FP32, 4, 4)))),
                kernel("LANG-207", "does not apply", f -> f.binary(BinaryOp.BIT_AND, 1.5, 2.5)),
                kernel("LANG-217", "constant", f -> f.constant(1.5, INT32)),
                kernel("LANG-319", "but is assigned", f -> {
                    Var n = f.let("n", 1);
                    f.assign(n, 2.5);
                }),
                kernel("LANG-319", "but is given", f -> f.let("n", scalar(INT32), f.constant(1.0, FP32))),
                kernel("LANG-408", "does nothing", f -> f.run(f.constant(1, INT32))),
                kernel("LANG-412", "condition", f -> f.when(f.in("x", tensor(FP32, 4)), () -> {})),
                kernel("LANG-413", "cannot be 0", f -> f.range("i", 0, 4, 0)),
                kernel("LANG-211", "integer", f -> f.range("i", 0, 4.5, 1)),
                kernel(
                        "LANG-401",
                        "yield of 1",
                        f -> f.range("i", 4).carry("x", 0).body(l -> {})),
                kernel(
                        "LANG-407",
                        "2 values",
                        f -> f.range("i", 4).carry("x", 0).body(l -> f.yields(1, 2))),
                kernel(
                        "LANG-407",
                        "2 names",
                        f -> f.range("i", 4).carry("x", 0).into("a", "b").body(l -> f.yields(1))),
                kernel(
                        "LANG-403",
                        "carried as",
                        f -> f.range("i", 4).carry("x", 0).body(l -> f.yields(1.5))),
                kernel(
                        "LANG-411",
                        "branches",
                        f -> f.choose("r", f.lt(f.let("n", 1), 2), () -> f.yields(1), () -> f.yields(1.5))),
                kernel(
                        "LANG-401",
                        "yield of 1",
                        f -> f.choose("r", f.lt(f.let("n", 1), 2), () -> f.yields(1), () -> {})),
                kernel("LANG-404", "yield", f -> f.yields(1)),
                kernel("LANG-410", "outside a loop", f -> f.breaks()),
                kernel(
                        "LANG-416",
                        "no condition",
                        f -> f.loopWhile().carry("x", 0).body(c -> f.yields(1))),
                kernel("LANG-419", "index", f -> f.cluster().body("i", i -> {})),
                kernel("LANG-419", "task id", f -> f.manualScope().task("t", () -> {})),
                kernel("LANG-206", "outside a tuple", f -> f.get(MakeTuple.ofInts(1, 2), 2)),
                kernel("LANG-218", "rows", f -> f.row(f.in("x", tensor(FP32, 4)), 0)),
                program("LANG-503", "follows the scalar", p -> {
                    Function callee = p.orchestration("callee", f -> {
                        f.in("n", scalar(INT32));
                        f.in("x", tensor(FP32, 4));
                    });
                    p.host("host", f -> {
                        Var x = f.in("x", tensor(FP32, 4));
                        Var n = f.in("n", scalar(INT32));
                        f.run(f.call(callee, n, x, named("device", 0)));
                    });
                }),
                kernel("LANG-519", "two parameters", f -> {
                    f.in("x", tensor(FP32, 4));
                    f.in("x", tensor(FP32, 4));
                }),
                kernel("LANG-511", "cannot be written", f -> f.out("n", scalar(INT32))),
                kernel("LANG-704", "first statement", f -> {
                    f.let("n", 1);
                    f.in("x", tensor(FP32, 4));
                }),
                kernel("LANG-703", "`for`", f -> f.in("for", tensor(FP32, 4))),
                kernel("LANG-703", "needs a name", f -> f.let("", 1)),
                kernel("LANG-521", "returns", f -> {
                    f.when(f.lt(f.let("n", 1), 2), () -> f.returns(1));
                    f.returns(1, 2);
                }),
                kernel("LANG-501", "nothing is ever stored", f -> {
                    f.out("x", tensor(FP32, 4));
                    f.let("n", 1);
                }),
                kernel("LANG-502", "In parameter", f -> {
                    Var x = f.in("x", tensor(FP32, 4, 4));
                    f.run(f.store(f.load(x, dims(0, 0), dims(4, 4)), dims(0, 0), x));
                }),
                kernel("LANG-630", "host", f -> f.let("n", f.worldSize())),
                program("LANG-703", "`a b`", p -> p.inCore("a b", f -> {})),
                program("LANG-506", "two functions", p -> {
                    p.inCore("f", f -> {});
                    p.inCore("f", f -> {});
                }),
                program("LANG-301", "takes 1 arguments, found 0", p -> {
                    Function kernel = p.inCore("kernel", f -> f.in("x", tensor(FP32, 4)));
                    p.orchestration("main", f -> f.run(f.call(kernel)));
                }),
                program("LANG-320", "found DistributedTensor", p -> {
                    Function kernel = p.inCore("kernel", f -> f.in("x", tensor(FP32, 4)));
                    p.orchestration("main", f -> f.run(f.call(kernel, f.in("w", window(FP32, 4)))));
                }),
                program("LANG-320", "found Tensor", p -> {
                    Function kernel = p.inCore("kernel", f -> f.in("w", window(FP32, 4)));
                    p.orchestration("main", f -> f.run(f.call(kernel, f.in("x", tensor(FP32, 4)))));
                }),
                program("LANG-215", "not a function that was added", p -> {
                    var other = new AtomicReference<Function>();
                    ProgramBuilder.program("Q", q -> other.set(q.inCore("kernel", f -> {})));
                    p.orchestration("main", f -> f.run(f.call(other.get())));
                }),
                program("LANG-701", "complete", p -> {
                    var escaped = new AtomicReference<FunctionBuilder>();
                    p.inCore("kernel", escaped::set);
                    escaped.get().let("x", 1);
                }));
    }

    @Test
    void aVariableOfAnotherFunctionIsFound() {
        DiagnosticException thrown = catchThrowableOfType(
                DiagnosticException.class,
                () -> ProgramBuilder.program("P", p -> {
                    var stolen = new AtomicReference<Var>();
                    p.inCore("a", f -> stolen.set(f.let("x", 1)));
                    p.inCore("b", f -> f.let("y", f.add(stolen.get(), 1)));
                }));
        assertThat(thrown.diagnostics()).extracting(Diagnostic::code).containsExactly("LANG-601");
    }

    @Test
    void anExtentIsAnIntegerOrAnExpression() {
        assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> dims(1, "M")))
                .hasMessageContaining("found M");
        assertThat(dims(1, 2L, Dim.of("M"))).isEqualTo(List.of(ConstInt.index(1), ConstInt.index(2), Dim.of("M")));
    }
}
