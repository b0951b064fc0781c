package sectile.compiler.arith;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.stmt.For;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Answers questions about integer expressions at a point of a program. A client walks the program, [#define]s each
/// variable when it is assigned, and [#enter]s loops and branches; leaving them withdraws what they said.
public final class Analyzer {
    private static final Interval POSITIVE = Interval.of(1, Long.MAX_VALUE);

    private final Atoms atoms = new Atoms();
    private final Facts facts = new Facts();
    private final Bounds bounds = new Bounds(atoms, facts);
    private final Prover prover = new Prover(atoms, facts, bounds);
    private final Forms forms = new Forms(atoms, bounds, prover);
    private final Map<Var, Expr> conditions = new HashMap<>();

    /// A loop or a branch that was entered.
    public interface Inside extends AutoCloseable {
        /// Leaves it.
        @Override
        void close();
    }

    /// The variable has this value from here on.
    public void define(Var variable, Expr value) {
        forms.define(variable, value);
        if (variable.type().equals(ScalarType.BOOL)) {
            conditions.put(variable, value);
        }
    }

    /// Inside the body of a loop.
    public Inside enter(For loop) {
        int mark = facts.mark();
        Polynomial index = exact(loop.index());
        Polynomial start = exact(loop.start());
        Polynomial stop = exact(loop.stop());
        Interval step = bounds(loop.step());
        if (POSITIVE.contains(step)) {
            assumeNonNegative(index.minus(start));
            assumeNonNegative(stop.minus(index).plus(-1));
        } else if (POSITIVE.negate().contains(step)) {
            assumeNonNegative(start.minus(index));
            assumeNonNegative(index.minus(stop).plus(-1));
        }
        Congruence stride = congruence(loop.step());
        if (index.isAtom()) {
            BigInteger common = stride.modulus().gcd(stride.residue());
            facts.limit(index.atomNumber(), bounds.congruence(start).plus(new Congruence(common, BigInteger.ZERO)));
        }
        return () -> facts.withdraw(mark);
    }

    /// Where the condition is known to be `truth`.
    public Inside enter(Expr condition, boolean truth) {
        int mark = facts.mark();
        assume(condition, truth);
        return () -> facts.withdraw(mark);
    }

    private void assume(Expr condition, boolean truth) {
        switch (condition) {
            case Var variable when conditions.containsKey(variable) -> assume(conditions.get(variable), truth);
            case Unary unary
            when unary.op() == UnaryOp.NOT && isTruth(unary.operand()) -> assume(unary.operand(), !truth);
            case Binary binary
            when binary.op() == (truth ? BinaryOp.AND : BinaryOp.OR) -> {
                if (isTruth(binary.lhs()) && isTruth(binary.rhs())) {
                    assume(binary.lhs(), truth);
                    assume(binary.rhs(), truth);
                }
            }
            case Binary binary when comparesIntegers(binary) -> compare(binary, truth);
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> {}
        }
    }

    private static boolean isTruth(Expr expr) {
        return expr.type().equals(ScalarType.BOOL);
    }

    /// Values are compared in the type in which they meet, so operands are converted to it first.
    private static boolean comparesIntegers(Binary binary) {
        return binary.op().kind() == BinaryOp.Kind.COMPARISON
                && Forms.isInteger(binary.lhs())
                && Forms.isInteger(binary.rhs());
    }

    private Polynomial operand(Binary comparison, Expr operand) {
        DataType meet = ScalarRules.meet(ScalarRules.dtypeOf(comparison.lhs()), ScalarRules.dtypeOf(comparison.rhs()))
                .orElseThrow();
        return exact(ScalarRules.dtypeOf(operand) == meet ? operand : new Cast(operand, meet, operand.origin()));
    }

    private void compare(Binary binary, boolean truth) {
        Polynomial difference = operand(binary, binary.rhs()).minus(operand(binary, binary.lhs()));
        Polynomial opposite = difference.times(BigInteger.ONE.negate());
        switch (truth ? binary.op() : negated(binary.op())) {
            case LT -> assumeNonNegative(difference.plus(-1));
            case LE -> assumeNonNegative(difference);
            case GT -> assumeNonNegative(opposite.plus(-1));
            case GE -> assumeNonNegative(opposite);
            case EQ -> {
                assumeNonNegative(difference);
                assumeNonNegative(opposite);
                assumeZero(difference);
            }
            default -> {}
        }
    }

    private static BinaryOp negated(BinaryOp op) {
        return switch (op) {
            case LT -> BinaryOp.GE;
            case LE -> BinaryOp.GT;
            case GT -> BinaryOp.LE;
            case GE -> BinaryOp.LT;
            case EQ -> BinaryOp.NE;
            case NE -> BinaryOp.EQ;
            case ADD, SUB, MUL, DIV, FLOOR_DIV, MOD, POW, MIN, MAX, BIT_AND, BIT_XOR, BIT_OR, SHL, SHR, AND, OR ->
                throw new IllegalArgumentException(op + " compares nothing");
        };
    }

    /// Keeps the fact, and what it says about each atom by itself.
    private void assumeNonNegative(Polynomial polynomial) {
        facts.add(polynomial);
        for (var term : polynomial.terms().entrySet()) {
            if (term.getKey().atoms().size() == 1) {
                int atom = term.getKey().atoms().getFirst();
                BigInteger factor = term.getValue();
                // factor·atom ≥ −rest ≥ −high(rest)
                BigInteger least = bounds.interval(
                                polynomial.minus(Polynomial.atom(atom).times(factor)))
                        .high()
                        .negate();
                Interval now = bounds.interval(atom);
                BigInteger limit = factor.signum() > 0
                        ? Integers.floorDiv(least.negate(), factor).negate()
                        : Integers.floorDiv(least, factor);
                if (now.contains(limit)) {
                    facts.limit(
                            atom,
                            factor.signum() > 0 ? new Interval(limit, now.high()) : new Interval(now.low(), limit));
                }
            }
        }
    }

    /// `a % d == r` says in which class `a` is, if that is a single atom.
    private void assumeZero(Polynomial polynomial) {
        for (var term : polynomial.terms().entrySet()) {
            boolean alone =
                    polynomial.terms().size() == 1 && term.getKey().atoms().size() == 1;
            if (alone
                    && Integers.isOne(term.getValue().abs())
                    && atoms.get(term.getKey().atoms().getFirst()) instanceof Atom.Remainder r
                    && r.divisor().isConstant()
                    && r.divisor().constant().signum() > 0
                    && r.dividend().terms().size() == 1) {
                BigInteger residue =
                        polynomial.constant().multiply(term.getValue().negate());
                assumeClass(r.dividend(), r.divisor().constant(), residue);
            }
        }
    }

    private void assumeClass(Polynomial dividend, BigInteger modulus, BigInteger residue) {
        var only = dividend.terms().firstEntry();
        if (only.getKey().atoms().size() == 1 && Integers.isOne(only.getValue())) {
            int atom = only.getKey().atoms().getFirst();
            var known = new Congruence(modulus, residue.subtract(dividend.constant()));
            facts.limit(atom, bounds.congruence(Polynomial.atom(atom)).meet(known));
        }
    }

    Polynomial exact(Expr expr) {
        return forms.exact(forms.of(expr));
    }

    /// The values that an integer expression can have.
    public Interval bounds(Expr expr) {
        return Interval.of(ScalarRules.dtypeOf(expr)).meet(bounds.interval(exact(expr)));
    }

    /// The residue class of an integer expression.
    public Congruence congruence(Expr expr) {
        return bounds.congruence(exact(expr));
    }

    /// Whether both integers are always the same.
    public boolean areEqual(Expr a, Expr b) {
        Value x = forms.of(a);
        Value y = forms.of(b);
        BigInteger modulus = BigInteger.ONE.shiftLeft(x.dtype().bits());
        return (x.dtype() == y.dtype() && x.polynomial().minus(y.polynomial()).isMultipleOf(modulus))
                || prover.isZero(forms.exact(x).minus(forms.exact(y)));
    }

    /// Whether both integers always differ.
    public boolean differ(Expr a, Expr b) {
        return prover.isNonZero(exact(a).minus(exact(b)));
    }

    public boolean isAtMost(Expr a, Expr b) {
        return prover.isNonNegative(exact(b).minus(exact(a)));
    }

    public boolean isLess(Expr a, Expr b) {
        return prover.isNonNegative(exact(b).minus(exact(a)).plus(-1));
    }

    /// Whether `a` and the next `aExtent` − 1 integers never meet `b` and its next ones.
    public boolean areDisjoint(Expr a, Expr aExtent, Expr b, Expr bExtent) {
        Polynomial from = exact(a);
        Polynomial other = exact(b);
        Polynomial extent = exact(aExtent);
        Polynomial otherExtent = exact(bExtent);
        if (prover.isNonNegative(other.minus(from).minus(extent))
                || prover.isNonNegative(from.minus(other).minus(otherExtent))
                || prover.isNonNegative(extent.times(BigInteger.ONE.negate()))
                || prover.isNonNegative(otherExtent.times(BigInteger.ONE.negate()))) {
            return true;
        }
        // The distance is r mod m, so a range that ends before r, and one that ends before m − r, do not meet.
        Congruence distance = bounds.congruence(from.minus(other));
        return distance.modulus().signum() > 0
                && bounds.interval(otherExtent).high().compareTo(distance.residue()) <= 0
                && bounds.interval(extent).high().compareTo(distance.modulus().subtract(distance.residue())) <= 0;
    }

    /// Whether a condition always holds.
    public boolean proves(Expr condition) {
        return decide(condition).equals(Optional.of(true));
    }

    /// The value of a condition, where it is always the same.
    public Optional<Boolean> decide(Expr condition) {
        return switch (condition) {
            case ConstBool c -> Optional.of(c.value());
            case Var variable when conditions.containsKey(variable) -> decide(conditions.get(variable));
            case Unary unary
            when unary.op() == UnaryOp.NOT && isTruth(unary.operand()) ->
                decide(unary.operand()).map(b -> !b);
            case Binary binary
            when binary.op().kind() == BinaryOp.Kind.LOGICAL && isTruth(binary.lhs()) && isTruth(binary.rhs()) ->
                logical(binary);
            case Binary binary when comparesIntegers(binary) -> comparison(binary);
            case Var _,
                    Dim _,
                    ConstInt _,
                    ConstFloat _,
                    Arithmetic _,
                    MakeTuple _,
                    TupleGet _,
                    Absent _,
                    Call _,
                    Submit _ -> Optional.empty();
        };
    }

    private Optional<Boolean> logical(Binary binary) {
        boolean decisive = binary.op() == BinaryOp.OR;
        Optional<Boolean> lhs = decide(binary.lhs());
        if (lhs.equals(Optional.of(decisive))) {
            return lhs;
        }
        Optional<Boolean> rhs;
        try (Inside _ = enter(binary.lhs(), !decisive)) {
            rhs = decide(binary.rhs());
        }
        return rhs.equals(Optional.of(decisive)) || lhs.isPresent() ? rhs : Optional.empty();
    }

    private Optional<Boolean> comparison(Binary binary) {
        BinaryOp opposite = negated(binary.op());
        return holds(binary, binary.op())
                ? Optional.of(true)
                : holds(binary, opposite) ? Optional.of(false) : Optional.empty();
    }

    private boolean holds(Binary binary, BinaryOp op) {
        Polynomial difference = operand(binary, binary.rhs()).minus(operand(binary, binary.lhs()));
        return switch (op) {
            case LT -> prover.isNonNegative(difference.plus(-1));
            case LE -> prover.isNonNegative(difference);
            case GT ->
                prover.isNonNegative(difference.times(BigInteger.ONE.negate()).plus(-1));
            case GE -> prover.isNonNegative(difference.times(BigInteger.ONE.negate()));
            case EQ -> areEqual(binary.lhs(), binary.rhs()) || prover.isZero(difference);
            case NE -> prover.isNonZero(difference);
            case ADD, SUB, MUL, DIV, FLOOR_DIV, MOD, POW, MIN, MAX, BIT_AND, BIT_XOR, BIT_OR, SHL, SHR, AND, OR ->
                throw new IllegalArgumentException(op + " compares nothing");
        };
    }

    /// Whether the evaluation of an integer expression cannot fail: no divisor can be zero.
    public boolean isSafe(Expr expr) {
        return Safety.isSafe(expr, this);
    }

    /// The canonical form of an integer expression, as an expression; empty if it is not worth writing down.
    public Optional<Expr> canonical(Expr expr) {
        Value value = forms.of(expr);
        return new Rendering(atoms, expr.origin()).of(value.polynomial(), value.dtype());
    }
}
