package sectile.compiler.arith;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;

/// Turns polynomials into expressions again.
final class Rendering {
    private final Atoms atoms;
    private final Origin origin;

    Rendering(Atoms atoms, Origin origin) {
        this.atoms = atoms;
        this.origin = origin;
    }

    /// Empty where a factor does not fit the type or an atom has no expression.
    Optional<Expr> of(Polynomial polynomial, DataType dtype) {
        Expr sum = null;
        var negative = new ArrayList<Expr>();
        for (var term : polynomial.terms().entrySet()) {
            Optional<Expr> product = product(term.getKey(), term.getValue().abs(), dtype);
            if (product.isEmpty()) {
                return Optional.empty();
            }
            if (term.getValue().signum() < 0) {
                negative.add(product.get());
            } else {
                sum = sum == null ? product.get() : binary(BinaryOp.ADD, sum, product.get());
            }
        }
        BigInteger constant = polynomial.constant();
        if (sum == null || constant.signum() > 0) {
            Optional<Expr> number = number(constant, dtype);
            if (number.isEmpty()) {
                return number;
            }
            sum = sum == null ? number.get() : binary(BinaryOp.ADD, sum, number.get());
            constant = BigInteger.ZERO;
        }
        for (Expr term : negative) {
            sum = binary(BinaryOp.SUB, sum, term);
        }
        return constant.signum() < 0 ? minus(sum, constant.negate(), dtype) : Optional.of(sum);
    }

    private Optional<Expr> minus(Expr sum, BigInteger constant, DataType dtype) {
        return number(constant, dtype).map(c -> binary(BinaryOp.SUB, sum, c));
    }

    private Expr binary(BinaryOp op, Expr a, Expr b) {
        return Binary.of(op, a, b, origin);
    }

    private Optional<Expr> number(BigInteger value, DataType dtype) {
        boolean fits = value.bitLength() < 64 && dtype.holds(value.longValue());
        return fits ? Optional.of(new ConstInt(value.longValue(), dtype, origin)) : Optional.empty();
    }

    private Optional<Expr> product(Monomial monomial, BigInteger factor, DataType dtype) {
        Expr product = null;
        for (int atom : monomial.atoms()) {
            @Nullable Expr expr = atom(atoms.get(atom)).orElse(null);
            if (expr == null) {
                return Optional.empty();
            }
            Expr typed = ScalarRules.dtypeOf(expr) == dtype ? expr : new Cast(expr, dtype, origin);
            product = product == null ? typed : binary(BinaryOp.MUL, product, typed);
        }
        Expr whole = java.util.Objects.requireNonNull(product);
        return Integers.isOne(factor)
                ? Optional.of(whole)
                : number(factor, dtype).map(c -> binary(BinaryOp.MUL, whole, c));
    }

    private Optional<Expr> atom(Atom atom) {
        return switch (atom) {
            case Atom.Variable v -> Optional.of(v.variable());
            case Atom.Extent e -> Optional.of(new Dim(e.name(), origin));
            case Atom.Quotient q -> binary(BinaryOp.FLOOR_DIV, List.of(q.dividend(), q.divisor()), q.dtype());
            case Atom.Remainder r -> binary(BinaryOp.MOD, List.of(r.dividend(), r.divisor()), r.dtype());
            case Atom.Least l -> binary(BinaryOp.MIN, List.of(l.a(), l.b()), l.dtype());
            case Atom.Greatest g -> binary(BinaryOp.MAX, List.of(g.a(), g.b()), g.dtype());
            case Atom.Wrapped w -> of(w.value(), w.dtype());
            case Atom.Opaque _ -> Optional.empty();
        };
    }

    private Optional<Expr> binary(BinaryOp op, List<Polynomial> operands, DataType dtype) {
        return of(operands.get(0), dtype)
                .flatMap(a -> of(operands.get(1), dtype).map(b -> binary(op, a, b)));
    }
}
