package sectile.ir.structural;

import java.util.Optional;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Type;
import sectile.ir.stmt.Stmt;

/// Equality up to renaming of variables.
public final class Structural {
    private Structural() {}

    /// How variables that are not defined inside the compared structures are treated.
    public enum FreeVariables {
        /// Each corresponds only to itself.
        IDENTICAL,
        /// They map one to one, like defined ones.
        MAPPED
    }

    public static boolean equal(Program left, Program right) {
        return firstDifference(left, right).isEmpty();
    }

    public static Optional<Difference> firstDifference(Program left, Program right) {
        return Comparison.run(FreeVariables.IDENTICAL, c -> c.programs(left, right));
    }

    /// Compares all but the names of the two functions.
    public static Optional<Difference> firstDifference(Function left, Function right) {
        return Comparison.run(FreeVariables.IDENTICAL, c -> c.functions(left, right));
    }

    public static Optional<Difference> firstDifference(Stmt left, Stmt right, FreeVariables free) {
        return Comparison.run(free, c -> c.statements(left, right));
    }

    public static Optional<Difference> firstDifference(Expr left, Expr right, FreeVariables free) {
        return Comparison.run(free, c -> c.expressions(left, right));
    }

    public static Optional<Difference> firstDifference(Type left, Type right, FreeVariables free) {
        return Comparison.run(free, c -> c.types(left, right));
    }

    /// Throws with the first diverging path when the programs differ.
    public static void assertEqual(Program left, Program right) {
        firstDifference(left, right).ifPresent(difference -> {
            throw new AssertionError("programs differ at " + difference);
        });
    }
}
