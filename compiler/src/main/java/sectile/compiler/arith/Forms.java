package sectile.compiler.arith;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Brings integer expressions to canonical form.
final class Forms {
    /// Longer sums are kept as they are, since products of them grow fast.
    private static final int LONGEST = 16;

    private final Atoms atoms;
    private final Bounds bounds;
    private final Prover prover;
    private final Map<Var, Value> definitions = new HashMap<>();

    Forms(Atoms atoms, Bounds bounds, Prover prover) {
        this.atoms = atoms;
        this.bounds = bounds;
        this.prover = prover;
    }

    static boolean isInteger(Expr expr) {
        return expr.type() instanceof ScalarType scalar && scalar.dtype().isInteger();
    }

    void define(Var variable, Expr value) {
        if (isInteger(variable) && isInteger(value) && worthKnowing(value)) {
            Value known = of(value);
            if (known.polynomial().size() <= LONGEST && known.dtype() == ScalarRules.dtypeOf(variable)) {
                definitions.put(variable, known);
            }
        }
    }

    private static boolean worthKnowing(Expr value) {
        return switch (value) {
            case Var _, Dim _, ConstInt _, Binary _, Unary _, Cast _ -> true;
            case ConstFloat _, ConstBool _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> false;
        };
    }

    Value of(Expr expr) {
        DataType dtype = ScalarRules.dtypeOf(expr);
        return switch (expr) {
            case Var variable -> {
                Value known = definitions.get(variable);
                yield known != null ? known : exact(atoms.of(new Atom.Variable(variable, dtype)), dtype);
            }
            case Dim dim -> exact(atoms.of(new Atom.Extent(dim.name())), dtype);
            // Values of UINT64 above 2⁶³ are held as negative numbers.
            case ConstInt c when c.value() >= 0 || dtype.isSigned() -> exact(Polynomial.of(c.value()), dtype);
            case Binary binary
            when isInteger(binary.lhs()) && isInteger(binary.rhs()) && dtype.isInteger() ->
                binary(binary.op(), as(dtype, of(binary.lhs())), as(dtype, of(binary.rhs())), dtype);
            case Unary unary
            when unary.op() == UnaryOp.NEG && isInteger(unary) ->
                sum(exact(Polynomial.ZERO, dtype), of(unary.operand()), BigInteger.ONE.negate(), dtype);
            case Cast cast when isInteger(cast) && isInteger(cast.operand()) -> as(dtype, of(cast.operand()));
            case ConstInt _, ConstFloat _, ConstBool _, Binary _, Unary _, Cast _ -> unknown(dtype);
            case MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> unknown(dtype);
        };
    }

    private static Value exact(Polynomial polynomial, DataType dtype) {
        return new Value(polynomial, true, dtype);
    }

    private Value unknown(DataType dtype) {
        return exact(atoms.unknown(dtype), dtype);
    }

    /// The polynomial that is the value, if need be an atom for the wrapped one.
    Polynomial exact(Value value) {
        return value.exact() ? value.polynomial() : atoms.of(new Atom.Wrapped(value.polynomial(), value.dtype()));
    }

    /// The value converted to another type, which wraps it.
    private Value as(DataType dtype, Value value) {
        if (value.dtype() == dtype) {
            return value;
        }
        boolean narrower = dtype.bits() <= value.dtype().bits();
        if (!value.exact() && narrower) {
            return new Value(value.polynomial(), false, dtype);
        }
        Polynomial polynomial = exact(value);
        return new Value(polynomial, fits(polynomial, dtype), dtype);
    }

    private boolean fits(Polynomial polynomial, DataType dtype) {
        Interval range = Interval.of(dtype);
        return range.contains(bounds.interval(polynomial))
                || (prover.isNonNegative(Polynomial.of(range.high()).minus(polynomial))
                        && prover.isNonNegative(polynomial.minus(Polynomial.of(range.low()))));
    }

    private Value checked(Polynomial polynomial, boolean exact, DataType dtype) {
        return polynomial.size() > LONGEST
                ? unknown(dtype)
                : new Value(polynomial, exact && fits(polynomial, dtype), dtype);
    }

    private Value sum(Value a, Value b, BigInteger factor, DataType dtype) {
        return checked(a.polynomial().plus(b.polynomial(), factor), a.exact() && b.exact(), dtype);
    }

    private Value binary(BinaryOp op, Value a, Value b, DataType dtype) {
        return switch (op) {
            case ADD -> sum(a, b, BigInteger.ONE, dtype);
            case SUB -> sum(a, b, BigInteger.ONE.negate(), dtype);
            case MUL ->
                a.polynomial().size() * b.polynomial().size() > LONGEST
                        ? unknown(dtype)
                        : checked(a.polynomial().times(b.polynomial()), a.exact() && b.exact(), dtype);
            case FLOOR_DIV -> exact(quotient(exact(a), exact(b), dtype), dtype);
            case MOD -> exact(remainder(exact(a), exact(b), dtype), dtype);
            case MIN -> exact(least(exact(a), exact(b), dtype), dtype);
            case MAX -> exact(greatest(exact(a), exact(b), dtype), dtype);
            case DIV, POW, BIT_AND, BIT_XOR, BIT_OR, SHL, SHR -> unknown(dtype);
            case EQ, NE, LT, LE, GT, GE, AND, OR -> unknown(dtype);
        };
    }

    private Polynomial least(Polynomial a, Polynomial b, DataType dtype) {
        return prover.isNonNegative(b.minus(a))
                ? a
                : prover.isNonNegative(a.minus(b)) ? b : atoms.of(new Atom.Least(a, b, dtype));
    }

    private Polynomial greatest(Polynomial a, Polynomial b, DataType dtype) {
        return prover.isNonNegative(b.minus(a))
                ? b
                : prover.isNonNegative(a.minus(b)) ? a : atoms.of(new Atom.Greatest(a, b, dtype));
    }

    private Polynomial quotient(Polynomial dividend, Polynomial divisor, DataType dtype) {
        BigInteger d = divisor.constant();
        if (!divisor.isConstant() || d.signum() <= 0) {
            return atoms.of(new Atom.Quotient(dividend, divisor, dtype));
        }
        Parts parts = split(dividend, d);
        if (!fits(parts.rest, dtype)) {
            return atoms.of(new Atom.Quotient(dividend, divisor, dtype));
        }
        return parts.multiple.plus(smallQuotient(parts.rest, d, dtype));
    }

    private Polynomial remainder(Polynomial dividend, Polynomial divisor, DataType dtype) {
        BigInteger d = divisor.constant();
        if (!divisor.isConstant() || d.signum() <= 0) {
            return atoms.of(new Atom.Remainder(dividend, divisor, dtype));
        }
        Congruence congruence = bounds.congruence(dividend).remainder(d);
        if (congruence.modulus().signum() == 0) {
            return Polynomial.of(congruence.residue());
        }
        Polynomial rest = split(dividend, d).rest;
        if (!fits(rest, dtype)) {
            rest = dividend;
        }
        Interval interval = bounds.interval(rest);
        BigInteger times = Integers.floorDiv(interval.low(), d);
        if (times.equals(Integers.floorDiv(interval.high(), d))) {
            return rest.plus(Polynomial.of(times.multiply(d).negate()));
        }
        return atoms.of(new Atom.Remainder(rest, Polynomial.of(d), dtype));
    }

    /// `multiple · d + rest`: the terms that d divides, and the others with a constant from 0 to d − 1.
    private record Parts(Polynomial multiple, Polynomial rest) {}

    private static Parts split(Polynomial dividend, BigInteger d) {
        var multiple = new LinkedHashMap<Monomial, BigInteger>();
        var rest = new LinkedHashMap<Monomial, BigInteger>();
        dividend.terms().forEach((monomial, coefficient) -> {
            BigInteger[] parts = coefficient.divideAndRemainder(d);
            if (parts[1].signum() == 0) {
                multiple.put(monomial, parts[0]);
            } else {
                rest.put(monomial, coefficient);
            }
        });
        BigInteger times = Integers.floorDiv(dividend.constant(), d);
        return new Parts(
                Polynomial.of(multiple, times),
                Polynomial.of(rest, dividend.constant().subtract(times.multiply(d))));
    }

    private Polynomial smallQuotient(Polynomial rest, BigInteger d, DataType dtype) {
        Interval interval = bounds.interval(rest);
        BigInteger low = Integers.floorDiv(interval.low(), d);
        if (low.equals(Integers.floorDiv(interval.high(), d))) {
            return Polynomial.of(low);
        }
        if (rest.isAtom()
                && atoms.get(rest.atomNumber()) instanceof Atom.Quotient inner
                && inner.divisor().isConstant()
                && inner.divisor().constant().signum() > 0
                && inner.dtype() == dtype
                && Interval.of(dtype).contains(inner.divisor().constant().multiply(d))) {
            // (a // c) // d
            return quotient(
                    inner.dividend(), Polynomial.of(inner.divisor().constant().multiply(d)), inner.dtype());
        }
        for (BigInteger coefficient : rest.terms().values()) {
            // g·y + r with 0 ≤ r < g and d = g·e: the quotient is y // e.
            BigInteger g = d.gcd(coefficient);
            Parts parts = split(rest, g);
            if (!Integers.isOne(g)
                    && fits(parts.multiple, dtype)
                    && new Interval(BigInteger.ZERO, g.subtract(BigInteger.ONE))
                            .contains(bounds.interval(parts.rest))) {
                return quotient(parts.multiple, Polynomial.of(d.divide(g)), dtype);
            }
        }
        return atoms.of(new Atom.Quotient(rest, Polynomial.of(d), dtype));
    }
}
