package sectile.compiler.collective;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.pass.PassContext;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.symbol.DataType;
import sectile.ir.verify.Verifier;

/// Kernels that consist of collectives, before and after their lowering.
public final class Kernels {
    /// Element types that are tested in all cases.
    static final List<String> USUAL_TYPES = List.of("FP16", "BF16", "FP32", "INT32");

    /// The other numbers: they round or overflow differently, and are tested in fewer cases.
    static final List<String> RARE_TYPES = List.of(
            "INT4",
            "INT8",
            "INT16",
            "INT64",
            "UINT4",
            "UINT8",
            "UINT16",
            "UINT32",
            "UINT64",
            "FP64",
            "FP8E4M3FN",
            "FP8E5M2",
            "FP8E8M0",
            "FP4");

    private Kernels() {}

    /// What can be moved: every element type.
    static Stream<String> allTypes() {
        return Stream.of(List.of("BOOL"), USUAL_TYPES, RARE_TYPES).flatMap(List::stream);
    }

    /// A kernel on windows `data` and `inbox`, a tensor `x`, and a signal for up to 16 ranks.
    public static Program kernel(String shape, String dtype, String inputShape, String body) {
        return PassCase.program(
                """
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[%3$s], pl.%2$s], counts: pl.Tensor[[16], pl.INT32],
                      data: pl.InOut[pld.DistributedTensor[[%1$s], pl.%2$s]],
                      inbox: pl.InOut[pld.DistributedTensor[[%1$s], pl.%2$s]],
                      sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
                      got: pl.InOut[pl.Tensor[[16], pl.INT32]]):
                """.formatted(shape, dtype, inputShape) + body.indent(4) + "    return data, inbox, sig, got\n");
    }

    public static Program lowered(Program program) {
        var diagnostics = new Diagnostics();
        Program result = new LowerCompositeOps().run(program, new PassContext(Targets.builtIn("npu-gm"), diagnostics));
        Verifier.verify(result, diagnostics);
        diagnostics.throwIfErrors();
        return result;
    }

    /// Small numbers, of which sums and products differ from any other order of them in the last bits.
    public static NdArray random(DType dtype, long seed, long... dims) {
        var random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(dtype, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            if (dtype.isFloat()) {
                array.setDoubleAt(i, random.nextDouble() * 4 - 2);
            } else {
                array.setLongAt(i, random.nextInt(-1000, 1000));
            }
        }
        return array;
    }

    public static DType type(String dtype) {
        return DataType.valueOf(dtype).storage();
    }
}
