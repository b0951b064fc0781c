package sectile.compiler.arith;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Between which limits a polynomial lies, and in which residue classes, by what is known of its atoms.
final class Bounds {
    private final Atoms atoms;
    private final Facts facts;

    Bounds(Atoms atoms, Facts facts) {
        this.atoms = atoms;
        this.facts = facts;
    }

    Interval interval(Polynomial polynomial) {
        Interval sum = Interval.point(polynomial.constant());
        for (var term : polynomial.terms().entrySet()) {
            sum = sum.plus(interval(term.getKey()).times(term.getValue()));
        }
        return sum;
    }

    private Interval interval(Monomial monomial) {
        Interval product = Interval.of(1, 1);
        for (int atom : monomial.atoms()) {
            product = product.times(interval(atom));
        }
        return product;
    }

    Interval interval(int number) {
        Interval known = facts.interval(number);
        Interval derived = derived(atoms.get(number));
        Interval limits = known == null ? derived : known.meet(derived);
        Congruence congruence = facts.congruence(number);
        return congruence == null ? limits : congruence.within(limits);
    }

    private Interval derived(Atom atom) {
        Interval range = Interval.of(atom.dtype());
        return switch (atom) {
            case Atom.Variable _, Atom.Wrapped _, Atom.Opaque _ -> range;
            case Atom.Extent _ -> new Interval(BigInteger.ZERO, range.high());
            // The one quotient that wraps is that of the lowest value by −1.
            case Atom.Quotient q -> {
                Interval quotient = interval(q.dividend()).floorDiv(interval(q.divisor()));
                yield range.contains(quotient) ? quotient : range;
            }
            case Atom.Remainder r -> remainder(interval(r.dividend()), interval(r.divisor()), range);
            case Atom.Least least -> {
                Interval a = interval(least.a());
                Interval b = interval(least.b());
                yield range.meet(new Interval(a.low().min(b.low()), a.high().min(b.high())));
            }
            case Atom.Greatest greatest -> {
                Interval a = interval(greatest.a());
                Interval b = interval(greatest.b());
                yield range.meet(new Interval(a.low().max(b.low()), a.high().max(b.high())));
            }
        };
    }

    private static Interval remainder(Interval dividend, Interval divisor, Interval range) {
        if (divisor.low().signum() > 0) {
            BigInteger high = divisor.high().subtract(BigInteger.ONE);
            boolean positive = dividend.low().signum() >= 0;
            return new Interval(BigInteger.ZERO, positive ? high.min(dividend.high()) : high);
        }
        BigInteger low = divisor.low().signum() < 0 ? divisor.low().add(BigInteger.ONE) : BigInteger.ZERO;
        BigInteger high = divisor.high().signum() > 0 ? divisor.high().subtract(BigInteger.ONE) : BigInteger.ZERO;
        return range.meet(new Interval(low.min(BigInteger.ZERO), high.max(BigInteger.ZERO)));
    }

    Congruence congruence(Polynomial polynomial) {
        Congruence sum = Congruence.constant(polynomial.constant());
        for (var term : polynomial.terms().entrySet()) {
            Congruence product = Congruence.constant(term.getValue());
            for (int atom : term.getKey().atoms()) {
                product = product.times(congruence(atom));
            }
            sum = sum.plus(product);
        }
        return sum;
    }

    private Congruence congruence(int number) {
        Congruence known = facts.congruence(number);
        Congruence derived = switch (atoms.get(number)) {
            case Atom.Remainder r
            when r.divisor().isConstant() && r.divisor().constant().signum() > 0 ->
                congruence(r.dividend()).remainder(r.divisor().constant());
            case Atom.Remainder _, Atom.Variable _, Atom.Extent _, Atom.Quotient _ -> Congruence.ANY;
            case Atom.Least _, Atom.Greatest _, Atom.Wrapped _, Atom.Opaque _ -> Congruence.ANY;
        };
        return known == null ? derived : known.meet(derived);
    }

    /// What an atom's meaning says about it: polynomials that are 0 or more.
    List<Polynomial> implied(int number) {
        Polynomial self = Polynomial.atom(number);
        var all = new ArrayList<Polynomial>();
        switch (atoms.get(number)) {
            case Atom.Quotient q -> {
                BigInteger divisor = q.divisor().constant();
                if (q.divisor().isConstant() && divisor.signum() > 0) {
                    Polynomial rest = q.dividend().minus(self.times(divisor));
                    all.add(rest);
                    all.add(Polynomial.of(divisor.subtract(BigInteger.ONE)).minus(rest));
                }
            }
            case Atom.Remainder r -> {
                if (interval(r.dividend()).low().signum() >= 0
                        && interval(r.divisor()).low().signum() > 0) {
                    all.add(r.dividend().minus(self));
                    all.add(r.divisor().minus(self).plus(-1));
                }
            }
            case Atom.Least least -> {
                all.add(least.a().minus(self));
                all.add(least.b().minus(self));
            }
            case Atom.Greatest greatest -> {
                all.add(self.minus(greatest.a()));
                all.add(self.minus(greatest.b()));
            }
            case Atom.Variable _, Atom.Extent _, Atom.Wrapped _, Atom.Opaque _ -> {}
        }
        return all;
    }
}
