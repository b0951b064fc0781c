package sectile.compiler.arith;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Shows that polynomials are not negative: by the limits of their atoms, and else by taking multiples of known facts
/// away until the limits suffice.
final class Prover {
    private static final int DEPTH = 4;
    private static final int STEPS = 400;

    private final Atoms atoms;
    private final Facts facts;
    private final Bounds bounds;
    private int steps;

    Prover(Atoms atoms, Facts facts, Bounds bounds) {
        this.atoms = atoms;
        this.facts = facts;
        this.bounds = bounds;
    }

    boolean isNonNegative(Polynomial polynomial) {
        steps = STEPS;
        return search(polynomial, DEPTH);
    }

    boolean isZero(Polynomial polynomial) {
        Polynomial expanded = withoutRemainders(polynomial);
        return expanded.isZero() || (isNonNegative(expanded) && isNonNegative(expanded.times(BigInteger.ONE.negate())));
    }

    boolean isNonZero(Polynomial polynomial) {
        return !bounds.interval(polynomial).contains(BigInteger.ZERO)
                || !bounds.congruence(polynomial).contains(BigInteger.ZERO)
                || isNonNegative(polynomial.plus(-1))
                || isNonNegative(polynomial.times(BigInteger.ONE.negate()).plus(-1));
    }

    private boolean search(Polynomial goal, int depth) {
        if (bounds.interval(goal).low().signum() >= 0) {
            return true;
        }
        if (depth == 0 || steps-- <= 0 || goal.isConstant()) {
            return false;
        }
        for (var term : goal.terms().entrySet()) {
            if (term.getKey().atoms().size() == 1) {
                List<Polynomial> cases = cases(term.getKey().atoms().getFirst(), term.getValue());
                if (!cases.isEmpty() && cases.stream().allMatch(c -> search(replaced(goal, term, c), depth - 1))) {
                    return true;
                }
            }
        }
        for (Polynomial fact : relevant(goal)) {
            for (var term : goal.terms().entrySet()) {
                BigInteger inFact = fact.terms().get(term.getKey());
                if (inFact != null && inFact.signum() == term.getValue().signum()) {
                    // f·goal − g·fact has no such term; if it is not negative, neither is the goal.
                    BigInteger f = inFact.abs();
                    BigInteger g = term.getValue().abs();
                    BigInteger common = f.gcd(g);
                    Polynomial rest = goal.times(f.divide(common))
                            .plus(fact, g.divide(common).negate());
                    if (search(rest, depth - 1)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// What the atom may be, if the goal is least where the atom is one of two others.
    private List<Polynomial> cases(int atom, BigInteger factor) {
        return switch (atoms.get(atom)) {
            case Atom.Least least -> factor.signum() > 0 ? List.of(least.a(), least.b()) : List.of();
            case Atom.Greatest greatest -> factor.signum() < 0 ? List.of(greatest.a(), greatest.b()) : List.of();
            case Atom.Variable _, Atom.Extent _, Atom.Quotient _, Atom.Remainder _ -> List.of();
            case Atom.Wrapped _, Atom.Opaque _ -> List.of();
        };
    }

    private static Polynomial replaced(Polynomial goal, Map.Entry<Monomial, BigInteger> term, Polynomial value) {
        Polynomial self = Polynomial.atom(term.getKey().atoms().getFirst());
        return goal.plus(value.minus(self), term.getValue());
    }

    private List<Polynomial> relevant(Polynomial goal) {
        Set<Integer> mentioned = new LinkedHashSet<>();
        goal.terms().keySet().forEach(m -> mentioned.addAll(m.atoms()));
        var all = new ArrayList<Polynomial>();
        mentioned.forEach(atom -> all.addAll(bounds.implied(atom)));
        facts.nonNegative().stream()
                .filter(f -> f.terms().keySet().stream().anyMatch(goal.terms()::containsKey))
                .forEach(all::add);
        return all;
    }

    /// With `a − d·(a // d)` for `a % d`, so that a sum of both parts is seen to be `a`.
    Polynomial withoutRemainders(Polynomial polynomial) {
        Polynomial result = Polynomial.of(polynomial.constant());
        for (var term : polynomial.terms().entrySet()) {
            Polynomial product = Polynomial.of(term.getValue());
            for (int atom : term.getKey().atoms()) {
                product = product.times(expanded(atom));
            }
            result = result.plus(product);
        }
        return result;
    }

    private Polynomial expanded(int number) {
        if (atoms.get(number) instanceof Atom.Remainder r
                && r.divisor().isConstant()
                && r.divisor().constant().signum() > 0) {
            Polynomial dividend = withoutRemainders(r.dividend());
            Polynomial quotient = atoms.of(new Atom.Quotient(r.dividend(), r.divisor(), r.dtype()));
            return dividend.minus(quotient.times(r.divisor()));
        }
        return Polynomial.atom(number);
    }
}
