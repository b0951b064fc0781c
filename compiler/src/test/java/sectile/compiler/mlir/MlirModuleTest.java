package sectile.compiler.mlir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.compiler.Checkout;
import sectile.compiler.CompiledProgram;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.collective.Kernels;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Targets;
import sectile.interp.Entries;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.symbol.Direction;

/// What is printed is accepted by a stock `mlir-opt` and, executed, computes the interpreter's values bit for bit.
class MlirModuleTest {
    private static CompiledProgram compiled(Program program, String target) {
        return Compiler.compile(program, Targets.builtIn(target), PassListener.NONE);
    }

    static List<String> examples() {
        return Checkout.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAccepted(String file) throws Exception {
        Program program = Checkout.example(file);
        for (String target : List.of("machine", "npu-gm")) {
            MlirTools.accepted(MlirModule.of(compiled(program, target)).text());
        }
    }

    // ---- execution

    private static String hexadecimal(NdArray array) {
        var text = new StringBuilder("0x");
        int bytes = array.dtype().bits() / 8;
        for (long i = 0; i < array.elements(); i++) {
            long bits = array.bitsAt(i);
            for (int b = 0; b < bytes; b++) {
                text.append(String.format(Locale.ROOT, "%02X", (bits >>> (8 * b)) & 0xff));
            }
        }
        return text.toString();
    }

    /// A main function that calls an entry function and counts the elements of its outputs that differ.
    private static String withMain(String module, Function entry, Map<String, NdArray> inputs, Outcome expected) {
        var globals = new StringBuilder();
        var code = new StringBuilder("""
                  func.func @differences() -> i32 {
                    %zero = arith.constant 0 : index
                    %one = arith.constant 1 : index
                    %wrong0 = arith.constant 0 : i32
                    %more = arith.constant 1 : i32
                """);
        var arguments = new ArrayList<String>();
        var types = new ArrayList<String>();
        var outputs = new ArrayList<Param>();
        for (Param param : entry.params()) {
            if (param.type() instanceof ScalarType scalar) {
                String type = Types.scalar(scalar.dtype(), param.variable().span());
                code.append("    %" + param.name() + " = arith.constant "
                        + (scalar.dtype().isFloat() ? "2.0" : "2") + " : " + type + "\n");
                arguments.add("%" + param.name());
                types.add(type);
                continue;
            }
            Shaped shaped = (Shaped) param.type();
            String dense = Types.dense(
                    shaped.shape().stream().map(Types::extent).toList(),
                    Types.scalar(shaped.dtype(), param.variable().span()));
            String open = Types.shaped(shaped, param.variable().span());
            String name = param.name();
            NdArray input = Objects.requireNonNull(inputs.get(name));
            globals.append("  memref.global \"private\" constant @in_" + name + " : " + dense + " = dense<\""
                    + hexadecimal(input) + "\">\n");
            code.append("    %g_" + name + " = memref.get_global @in_" + name + " : " + dense + "\n");
            code.append("    %m_" + name + " = memref.alloc() : " + dense + "\n");
            code.append("    linalg.copy ins(%g_" + name + " : " + dense + ") outs(%m_" + name + " : " + dense + ")\n");
            code.append("    %" + name + " = memref.cast %m_" + name + " : " + dense + " to " + open + "\n");
            arguments.add("%" + name);
            types.add(open);
            if (param.direction().writes()) {
                outputs.add(param);
                globals.append("  memref.global \"private\" constant @want_" + name + " : " + dense + " = dense<\""
                        + hexadecimal(expected.output(name)) + "\">\n");
            }
        }
        Signature signature = Signature.of(entry);
        if (signature.runsInBlocks()) {
            arguments.addAll(List.of("%zero", "%one"));
            types.addAll(List.of("index", "index"));
        }
        int results = signature.results().size();
        code.append("    " + (results == 0 ? "" : "%r" + (results == 1 ? "" : ":" + results) + " = ") + "func.call @"
                + entry.name() + "(" + String.join(", ", arguments) + ") : (" + String.join(", ", types) + ") -> "
                + signature.resultType() + "\n");
        String wrong = "%wrong0";
        for (int o = 0; o < outputs.size(); o++) {
            wrong = compared(code, outputs.get(o), wrong, o);
        }
        code.append("    return " + wrong + " : i32\n  }\n");
        return module.replaceFirst("\\}\\s*$", "") + globals + code + "}\n";
    }

    /// Adds the number of elements that differ in their bits.
    private static String compared(StringBuilder code, Param output, String before, int number) {
        Shaped shaped = (Shaped) output.type();
        String element = Types.scalar(shaped.dtype(), output.variable().span());
        String dense = Types.dense(shaped.shape().stream().map(Types::extent).toList(), element);
        String bits = "i" + shaped.dtype().bits();
        code.append("    %w_" + number + " = memref.get_global @want_" + output.name() + " : " + dense + "\n");
        var indices = new ArrayList<String>();
        String carried = before;
        for (int axis = 0; axis < shaped.rank(); axis++) {
            String id = number + "_" + axis;
            code.append("    %n" + id + " = arith.constant "
                    + Dims.constant(shaped.shape().get(axis)).getAsLong() + " : index\n");
            code.append("    %t" + id + " = scf.for %i" + id + " = %zero to %n" + id + " step %one iter_args(%s" + id
                    + " = " + carried + ") -> (i32) {\n");
            indices.add("%i" + id);
            carried = "%s" + id;
        }
        String at = "[" + String.join(", ", indices) + "] : " + dense + "\n";
        code.append("    %x" + number + " = memref.load %m_" + output.name() + at);
        code.append("    %y" + number + " = memref.load %w_" + number + at);
        for (String side : List.of("x", "y")) {
            code.append("    %" + side + "b" + number + " = "
                    + (element.startsWith("f") || element.startsWith("bf")
                            ? "arith.bitcast %" + side + number + " : " + element + " to " + bits
                            : "arith.ori %" + side + number + ", %" + side + number + " : " + bits)
                    + "\n");
        }
        code.append("    %d" + number + " = arith.cmpi ne, %xb" + number + ", %yb" + number + " : " + bits + "\n");
        code.append("    %p" + number + " = arith.addi " + carried + ", %more : i32\n");
        code.append("    %q" + number + " = arith.select %d" + number + ", %p" + number + ", " + carried + " : i32\n");
        String last = "%q" + number;
        for (int axis = shaped.rank() - 1; axis >= 0; axis--) {
            code.append("    scf.yield " + last + " : i32\n    }\n");
            last = "%t" + number + "_" + axis;
        }
        return last;
    }

    /// How many elements differ from the interpreter's.
    private static int differences(Program program, String entryName, String target) throws Exception {
        CompiledProgram compiled = compiled(program, target);
        MlirModule module = MlirModule.of(compiled);
        assertThat(module.leftOut()).as(program.name()).isEmpty();
        Function entry = compiled.program().function(entryName);
        var inputs = new HashMap<String, NdArray>();
        Run run = Run.of(entryName);
        for (Param param : entry.params()) {
            if (param.type() instanceof Shaped shaped) {
                long[] dims = shaped.shape().stream()
                        .mapToLong((Expr e) -> Dims.constant(e).orElseThrow())
                        .toArray();
                DType dtype = shaped.dtype().storage();
                NdArray array = param.direction() == Direction.OUT
                        ? NdArray.zeros(dtype, Shape.of(dims))
                        : Kernels.random(dtype, 3 + inputs.size(), dims);
                inputs.put(param.name(), array);
                run = param.direction() == Direction.OUT ? run : run.with(param.name(), array);
            } else {
                run = run.with(param.name(), 2);
            }
        }
        Outcome expected = new Interpreter(program).run(run);
        return MlirTools.executed(withMain(module.text(), entry, inputs, expected));
    }

    /// On the machine one core runs a whole kernel.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "activations.py",
                "concat_assemble.py",
                "down_projection.py",
                "elementwise.py",
                "flash_attention.py",
                "fused_linear.py",
                "llama_stack.py",
                "matmul.py",
                "matmul_acc.py",
                "micro_kernel.py",
                "norms.py",
                "pipelined_matmul.py",
                "scalar_ops.py",
                "softmax.py",
                "split_k.py",
                "spmd_mixed.py",
                "task_graph.py"
            })
    void examplesComputeTheInterpretersBits(String file) throws Exception {
        Program program = Checkout.example(file);
        for (String entry : entries(program)) {
            assertThat(differences(program, entry, "machine"))
                    .as("%s, %s", file, entry)
                    .isZero();
        }
    }

    private static List<String> entries(Program program) {
        return Entries.all(program).stream().map(Function::name).toList();
    }

    private static final String SUM = """
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32],
                       out: pl.InOut[pl.Tensor[[8, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                b = pl.tile.get_block_idx()
                t = pl.load(x, [b * 4, 0], [4, 8])
                u = pl.load(y, [b * 4, 0], [4, 8])
                for i in pl.range(n):
                    t = pl.add(t, u)
                out = pl.store(t, [b * 4, 0], out)
                return out

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32],
                     out: pl.InOut[pl.Tensor[[8, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                out = self.kernel(x, y, out, n, core_num=n)
                return out
            """;

    @Test
    void blocksLoopsAndPlacesAreInTheText() throws Exception {
        Program program = PassCase.program(SUM);
        String text = MlirModule.of(compiled(program, "npu-gm")).text();
        assertThat(text)
                .contains("%block: index, %blocks: index")
                .contains("memref.alloc() : memref<196608xi8>")
                .contains("memref.view %UB[")
                .contains("iter_args(")
                .contains("arith.addf")
                .contains("memref.dealloc %UB")
                .contains("func.call @kernel(");
        assertThat(differences(program, "main", "npu-gm")).isZero();
    }

    /// A plan of memory that lets two tiles share memory while both are in use computes wrong values.
    @Test
    void aWrongPlanOfMemoryShows() throws Exception {
        Program program = PassCase.program(SUM);
        CompiledProgram right = compiled(program, "npu-gm");
        String text = MlirModule.of(right).text();
        String wrong = text.lines()
                .map(line -> line.replaceFirst("memref.view %UB\\[[^]]*\\]", "memref.view %UB[%wrong]"))
                .map(line -> line.contains("memref.alloc() : memref<196608xi8>")
                        ? line + "\n    %wrong = arith.constant 0 : index"
                        : line)
                .collect(Collectors.joining("\n", "", "\n"));
        Function entry = right.program().function("main");
        NdArray x = Kernels.random(DType.F32, 1, 8, 8);
        NdArray y = Kernels.random(DType.F32, 2, 8, 8);
        NdArray out = NdArray.zeros(DType.F32, Shape.of(8, 8));
        Outcome expected = new Interpreter(program)
                .run(Run.of("main").with("x", x).with("y", y).with("out", out).with("n", 2));
        Map<String, NdArray> inputs = Map.of("x", x, "y", y, "out", out);
        assertThat(MlirTools.executed(withMain(text, entry, inputs, expected))).isZero();
        assertThat(MlirTools.executed(withMain(wrong, entry, inputs, expected))).isPositive();
    }

    @Test
    void whatCannotBeExpressedIsReportedAtItsPlace() {
        Program program = PassCase.program("""
                @pl.function(type=pl.FunctionType.InCore)
                def gather(self, x: pl.Tensor[[8, 8], pl.FP32], i: pl.Tensor[[8, 8], pl.INT32],
                           out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
                    t = pl.load(x, [0, 0], [8, 8])
                    j = pl.load(i, [0, 0], [8, 8])
                    s = pl.tile.create([8, 8], dtype=pl.INT32)
                    g = pl.tile.gather(t, j, s)
                    out = pl.store(g, [0, 0], out)
                    return out

                @pl.function(type=pl.FunctionType.InCore)
                def copy(self, x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
                    out = pl.store(pl.load(x, [0, 0], [8, 8]), [0, 0], out)
                    return out
                """);
        MlirModule module = MlirModule.of(compiled(program, "machine"));
        assertThat(module.isEmpty()).isFalse();
        assertThat(module.text()).contains("func.func private @gather(").contains("  func.func @copy(");
        assertThat(module.leftOut())
                .extracting(Diagnostic::code, Diagnostic::message, d -> d.span().line())
                .containsExactly(tuple(
                        "COMP-701",
                        "`gather` is only declared in the MLIR, which cannot express `pl.tile.gather`",
                        12));
    }
}
