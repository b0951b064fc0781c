import static sectile.ir.build.Types.dims;
import static sectile.ir.build.Types.scalar;
import static sectile.ir.build.Types.tensor;
import static sectile.ir.symbol.DataType.FP32;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.expr.Var;
import sectile.ir.text.Printer;

/// A tile program built in Java, printed as text, and executed by the reference interpreter.
///
/// Needs: dev.sectile:sectile-interp
public final class BuildAndInterpret {
    private BuildAndInterpret() {}

    public static void main(String[] args) {
        Program program = ProgramBuilder.program("Scaled", p -> {
            Function kernel = p.inCore("kernel", f -> {
                Var x = f.in("x", tensor(FP32, 64, 64));
                Var out = f.out("out", tensor(FP32, 64, 64));
                Var factor = f.in("factor", scalar(FP32));
                f.range("i", 0, 64, 16, i -> {
                    Var t = f.let("t", f.load(x, dims(i, 0), dims(16, 64)));
                    f.assign(out, f.store(f.mul(t, factor), dims(i, 0), out));
                });
                f.returns(out);
            });
            p.orchestration("main", f -> {
                Var x = f.in("x", tensor(FP32, 64, 64));
                Var out = f.out("out", tensor(FP32, 64, 64));
                f.returns(f.call(kernel, x, out, 2.0));
            });
        });
        System.out.println(Printer.print(program));

        NdArray x = NdArray.full(DType.F32, Shape.of(64, 64), 21);
        NdArray out = new Interpreter(program).run(Run.of("main").with("x", x)).output("out");
        System.out.println("out[63, 63] = " + out.getDouble(63, 63));
    }
}
