package sectile.compiler.arith;

import java.math.BigInteger;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.TreeMap;

/// A sum of products of atoms with integer factors: the canonical form of an integer expression. Two expressions with
/// equal polynomials have equal values.
public final class Polynomial {
    static final Polynomial ZERO = new Polynomial(new TreeMap<>(), BigInteger.ZERO);

    private final NavigableMap<Monomial, BigInteger> terms;
    private final BigInteger constant;

    private Polynomial(NavigableMap<Monomial, BigInteger> terms, BigInteger constant) {
        this.terms = terms;
        this.constant = constant;
    }

    static Polynomial of(BigInteger value) {
        return value.signum() == 0 ? ZERO : new Polynomial(new TreeMap<>(), value);
    }

    static Polynomial of(long value) {
        return of(BigInteger.valueOf(value));
    }

    static Polynomial atom(int number) {
        var terms = new TreeMap<Monomial, BigInteger>();
        terms.put(Monomial.of(number), BigInteger.ONE);
        return new Polynomial(terms, BigInteger.ZERO);
    }

    static Polynomial of(SequencedMap<Monomial, BigInteger> terms, BigInteger constant) {
        return new Polynomial(new TreeMap<>(terms), constant);
    }

    NavigableMap<Monomial, BigInteger> terms() {
        return Collections.unmodifiableNavigableMap(terms);
    }

    /// What is added to the products.
    public BigInteger constant() {
        return constant;
    }

    public boolean isConstant() {
        return terms.isEmpty();
    }

    boolean isZero() {
        return terms.isEmpty() && constant.signum() == 0;
    }

    /// Whether it is one atom and nothing else.
    boolean isAtom() {
        return terms.size() == 1
                && constant.signum() == 0
                && Integers.isOne(terms.firstEntry().getValue())
                && terms.firstKey().atoms().size() == 1;
    }

    int atomNumber() {
        return terms.firstKey().atoms().getFirst();
    }

    int size() {
        return terms.size();
    }

    Polynomial plus(Polynomial other) {
        return plus(other, BigInteger.ONE);
    }

    Polynomial minus(Polynomial other) {
        return plus(other, BigInteger.ONE.negate());
    }

    Polynomial plus(long value) {
        return plus(of(value));
    }

    /// With the other one times a factor added.
    Polynomial plus(Polynomial other, BigInteger factor) {
        var sum = new TreeMap<>(terms);
        other.terms.forEach((monomial, coefficient) -> add(sum, monomial, coefficient.multiply(factor)));
        return new Polynomial(sum, constant.add(other.constant.multiply(factor)));
    }

    Polynomial times(BigInteger factor) {
        return factor.signum() == 0 ? ZERO : ZERO.plus(this, factor);
    }

    Polynomial times(Polynomial other) {
        Polynomial result = times(other.constant);
        for (var term : other.terms.entrySet()) {
            var product = new TreeMap<Monomial, BigInteger>();
            terms.forEach((monomial, coefficient) ->
                    add(product, monomial.times(term.getKey()), coefficient.multiply(term.getValue())));
            add(product, term.getKey(), constant.multiply(term.getValue()));
            result = result.plus(new Polynomial(product, BigInteger.ZERO));
        }
        return result;
    }

    private static void add(NavigableMap<Monomial, BigInteger> to, Monomial monomial, BigInteger coefficient) {
        BigInteger sum = to.getOrDefault(monomial, BigInteger.ZERO).add(coefficient);
        if (sum.signum() == 0) {
            to.remove(monomial);
        } else {
            to.put(monomial, sum);
        }
    }

    /// Whether every factor is a multiple of the modulus, so that the value is, too.
    boolean isMultipleOf(BigInteger modulus) {
        return constant.mod(modulus).signum() == 0
                && terms.values().stream().allMatch(c -> c.mod(modulus).signum() == 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Polynomial that && terms.equals(that.terms) && constant.equals(that.constant);
    }

    @Override
    public int hashCode() {
        return 31 * terms.hashCode() + constant.hashCode();
    }

    @Override
    public String toString() {
        return terms + " + " + constant;
    }
}
