package sectile.dist.parallel;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;

/// What a user can do wrong with tensor-parallel layers: `DIST-52x`.
final class ParallelErrors {
    private ParallelErrors() {}

    static void checkDivisible(String what, long extent, int ranks) {
        if (extent < 1 || extent % ranks != 0) {
            throw error(
                    DistCode.COLUMNS_NOT_SHARED,
                    extent + " " + what + " cannot be shared equally by " + ranks + " tensor-parallel ranks",
                    "use a positive multiple of " + ranks + ", or another tensor-parallel size");
        }
    }

    static void checkTogether(long together, long ofRank) {
        if (together < 1 || ofRank % together != 0) {
            throw error(
                    DistCode.COLUMNS_NOT_TOGETHER,
                    "groups of " + together + " columns do not fit the " + ofRank + " a rank has",
                    "the columns of a rank must be a multiple of the group");
        }
    }

    static DiagnosticException wrongInput(String layer, Shape found, long columns, String hint) {
        return error(
                DistCode.INPUT_COLUMNS,
                layer + " got an input of shape " + found + ", it takes rows of " + columns,
                hint);
    }

    static DiagnosticException wrongWeight(String what, Shape found, Shape expected) {
        return error(
                DistCode.PARAMETER_SHAPE,
                "the " + what + " has shape " + found + ", the layer's is " + expected,
                "give the whole tensor: each rank takes its part");
    }

    static DiagnosticException noBias() {
        return error(
                DistCode.BIAS, "the layer has a bias, the weights have none", "give one: Weights.of(weight, bias)");
    }

    static DiagnosticException unusedBias() {
        return error(
                DistCode.BIAS,
                "the weights have a bias, the layer has none",
                "ask for one: Options.of(dtype).withBias()");
    }

    static DiagnosticException wrongType(String layer, DType found, DType expected) {
        return error(
                DistCode.INPUT_TYPE,
                layer + " got an input of " + found.text() + ", it computes in " + expected.text(),
                "cast the input, or make the layer of its type");
    }

    static DiagnosticException layerType(DType dtype) {
        return error(DistCode.LAYER_TYPE, "a layer of " + dtype.text(), "layers compute in f16, bf16 or f32");
    }

    static DiagnosticException noMatrix(Shape shape) {
        return error(
                DistCode.REGION_NOT_A_MATRIX,
                "a tensor of shape " + shape + " has no rows and columns",
                "tensor-parallel regions take matrices; a vector is one of one row");
    }

    static DiagnosticException heads(long hidden, long heads) {
        return error(
                DistCode.HEADS,
                "a width of " + hidden + " cannot be shared by " + heads + " attention heads",
                "the width must be a multiple of the number of heads");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
