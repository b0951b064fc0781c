package sectile.ir.expr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;

/// Arithmetic on extents, as far as it can be decided without running the program.
public final class Dims {
    private Dims() {}

    public static OptionalLong constant(Expr expr) {
        return Fold.constant(expr).orElse(null) instanceof Long value ? OptionalLong.of(value) : OptionalLong.empty();
    }

    /// The value of an extent for given dynamic dimensions.
    public static OptionalLong evaluate(Expr expr, Map<String, Long> dims) {
        return constant(substituted(expr, dims));
    }

    private static Expr substituted(Expr expr, Map<String, Long> dims) {
        return switch (expr) {
            case Dim dim
            when dims.containsKey(dim.name()) -> new ConstInt(dims.get(dim.name()), DataType.INDEX, dim.origin());
            case Binary binary ->
                new Binary(
                        binary.op(),
                        substituted(binary.lhs(), dims),
                        substituted(binary.rhs(), dims),
                        binary.type(),
                        binary.origin());
            case Var _, Dim _, Constant _, Unary _, Cast _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> expr;
        };
    }

    /// What an extent says about the only dynamic dimension in it that is not known: of `M * 2` and 16, that `M` is 8.
    /// Empty if it says nothing, or nothing new.
    public static Optional<Map.Entry<String, Long>> solve(Expr expr, long extent, Map<String, Long> dims) {
        if (expr instanceof Dim dim) {
            return dims.containsKey(dim.name()) ? Optional.empty() : Optional.of(Map.entry(dim.name(), extent));
        }
        if (!(expr instanceof Binary binary)) {
            return Optional.empty();
        }
        OptionalLong left = evaluate(binary.lhs(), dims);
        OptionalLong right = evaluate(binary.rhs(), dims);
        if (left.isPresent() == right.isPresent()) {
            return Optional.empty();
        }
        Expr open = left.isPresent() ? binary.rhs() : binary.lhs();
        long known = left.isPresent() ? left.getAsLong() : right.getAsLong();
        return switch (binary.op()) {
            case ADD -> solve(open, extent - known, dims);
            case SUB -> solve(open, left.isPresent() ? known - extent : extent + known, dims);
            case MUL -> known != 0 && extent % known == 0 ? solve(open, extent / known, dims) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /// Whether two extents are known to differ.
    public static boolean differ(Expr a, Expr b) {
        OptionalLong x = constant(a);
        OptionalLong y = constant(b);
        return x.isPresent() && y.isPresent() && x.getAsLong() != y.getAsLong();
    }

    public static boolean differ(List<Expr> a, List<Expr> b) {
        if (a.size() != b.size()) {
            return true;
        }
        for (int i = 0; i < a.size(); i++) {
            if (differ(a.get(i), b.get(i))) {
                return true;
            }
        }
        return false;
    }

    public static boolean isOne(Expr expr) {
        OptionalLong value = constant(expr);
        return value.isPresent() && value.getAsLong() == 1;
    }

    /// The common shape after NumPy broadcasting from the right; empty when there is none.
    public static Optional<List<Expr>> broadcast(List<Expr> a, List<Expr> b) {
        int rank = Math.max(a.size(), b.size());
        var result = new Expr[rank];
        for (int i = 1; i <= rank; i++) {
            if (i > a.size()) {
                result[rank - i] = b.get(b.size() - i);
            } else if (i > b.size()) {
                result[rank - i] = a.get(a.size() - i);
            } else {
                Expr x = a.get(a.size() - i);
                Expr y = b.get(b.size() - i);
                if (!isOne(x) && !isOne(y) && differ(x, y)) {
                    return Optional.empty();
                }
                // A constant says more than a symbol that must equal it.
                result[rank - i] =
                        isOne(x) || (constant(x).isEmpty() && constant(y).isPresent() && !isOne(y)) ? y : x;
            }
        }
        return Optional.of(List.of(result));
    }

    /// The number of elements, if every extent is constant and the product fits.
    public static OptionalLong elements(List<Expr> shape) {
        long product = 1;
        for (Expr extent : shape) {
            OptionalLong value = constant(extent);
            if (value.isEmpty()) {
                return value;
            }
            try {
                product = Math.multiplyExact(product, value.getAsLong());
            } catch (ArithmeticException overflow) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(product);
    }

    public static Expr add(Expr a, Expr b) {
        return combine(BinaryOp.ADD, a, b);
    }

    public static Expr multiply(Expr a, Expr b) {
        return combine(BinaryOp.MUL, a, b);
    }

    public static Expr subtract(Expr a, Expr b) {
        return combine(BinaryOp.SUB, a, b);
    }

    private static Expr combine(BinaryOp op, Expr a, Expr b) {
        Binary whole = Binary.of(op, a, b, a.origin());
        OptionalLong value = constant(whole);
        return value.isPresent() && whole.type().dtype().isInteger()
                ? new ConstInt(value.getAsLong(), whole.type().dtype(), a.origin())
                : whole;
    }
}
