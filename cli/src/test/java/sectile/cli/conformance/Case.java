package sectile.cli.conformance;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Reduction;
import sectile.base.number.TernaryFunction;
import sectile.base.number.UnaryFunction;

/// One function on operands of one element type.
sealed interface Case {
    DType dtype();

    default DType result() {
        return dtype();
    }

    record Unary(UnaryFunction function, DType dtype) implements Case {}

    record Binary(BinaryFunction function, DType dtype) implements Case {}

    record Ternary(TernaryFunction function, DType dtype) implements Case {}

    record Compare(Comparison comparison, DType dtype) implements Case {
        @Override
        public DType result() {
            return DType.BOOL;
        }
    }

    /// A conversion.
    ///
    /// @param mode as programs write it
    record Cast(DType dtype, DType result, String mode) implements Case {}

    record Reduce(Reduction function, DType dtype) implements Case {
        @Override
        public DType result() {
            return function.result(dtype);
        }
    }

    static List<Case> all() {
        List<Case> all = new ArrayList<>();
        for (UnaryFunction function : UnaryFunction.values()) {
            function.types().forEach(dtype -> all.add(new Unary(function, dtype)));
        }
        for (BinaryFunction function : BinaryFunction.values()) {
            function.types().forEach(dtype -> all.add(new Binary(function, dtype)));
        }
        for (TernaryFunction function : TernaryFunction.values()) {
            function.types().forEach(dtype -> all.add(new Ternary(function, dtype)));
        }
        for (Reduction function : Reduction.values()) {
            function.types().forEach(dtype -> all.add(new Reduce(function, dtype)));
        }
        for (DType dtype : DType.values()) {
            for (Comparison comparison : Comparison.values()) {
                all.add(new Compare(comparison, dtype));
            }
            for (DType to : DType.values()) {
                if (to != dtype) {
                    boolean rounds = dtype.isFloat() && to != DType.BOOL;
                    List<String> modes = rounds
                            ? List.of("none", "rint", "round", "floor", "ceil", "trunc", "odd")
                            : List.of("none");
                    modes.forEach(mode -> all.add(new Cast(dtype, to, mode)));
                }
            }
        }
        return all;
    }
}
