package sectile.compiler.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.verify.Verifier;

/// Makes a program smaller while something about it holds: functions go, then statements, then loops and branches give
/// way to their bodies, and values to an operand of the same type. Every candidate is a program that verifies.
public final class Shrinker {
    private static final int ROUNDS = 20;

    private Shrinker() {}

    public static Program shrink(Program program, Predicate<Program> holds) {
        Program smallest = program;
        for (int round = 0; round < ROUNDS; round++) {
            Program before = smallest;
            smallest = withoutFunctions(smallest, holds);
            smallest = withoutStatements(smallest, holds);
            if (smallest == before) {
                break;
            }
        }
        return smallest;
    }

    private static boolean isFit(Program candidate, Predicate<Program> holds) {
        var problems = new Diagnostics();
        try {
            Verifier.verify(candidate, problems);
            return !problems.hasErrors() && holds.test(candidate);
        } catch (RuntimeException broken) {
            // A candidate that cannot even be looked at is not the program that is wanted.
            return false;
        }
    }

    private static Program withoutFunctions(Program program, Predicate<Program> holds) {
        Program smallest = program;
        for (Function function : program.functions()) {
            List<Function> rest = new ArrayList<>(smallest.functions());
            rest.removeIf(f -> f.name().equals(function.name()));
            if (!rest.isEmpty()) {
                Program candidate = smallest.withFunctions(rest);
                if (isFit(candidate, holds)) {
                    smallest = candidate;
                }
            }
        }
        return smallest;
    }

    private static Program withoutStatements(Program program, Predicate<Program> holds) {
        Program smallest = program;
        int count = count(smallest);
        for (int i = count - 1; i >= 0; i--) {
            for (Change change : Change.values()) {
                Program candidate = changed(smallest, i, change);
                if (candidate != smallest && isFit(candidate, holds)) {
                    smallest = candidate;
                    break;
                }
            }
        }
        return smallest;
    }

    private enum Change {
        DROP,
        BODY,
        OTHER_BODY,
        FIRST_OPERAND,
        SECOND_OPERAND
    }

    private static int count(Program program) {
        int[] count = {0};
        new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                count[0]++;
                return descend(statement);
            }
        }.program(program);
        return count[0];
    }

    /// The program with the statement of that number, in the order of the text, changed.
    private static Program changed(Program program, int number, Change change) {
        int[] at = {0};
        return new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                return at[0]++ == number ? replacement(statement, change) : descend(statement);
            }
        }.program(program);
    }

    private static Stmt replacement(Stmt statement, Change change) {
        return switch (change) {
            case DROP -> statement instanceof Return || statement instanceof Yield ? statement : Seq.EMPTY;
            case BODY ->
                switch (statement) {
                    case If branch -> branch.then();
                    case For loop -> loop.body();
                    case While loop -> loop.body();
                    case Scope scope -> scope.body();
                    case Assign _, Eval _, Yield _, Jump _, Seq _ -> statement;
                };
            case OTHER_BODY -> statement instanceof If branch ? branch.otherwise() : statement;
            case FIRST_OPERAND -> withOperand(statement, 0);
            case SECOND_OPERAND -> withOperand(statement, 1);
        };
    }

    /// An assignment of an operand of the value, instead of the value.
    private static Stmt withOperand(Stmt statement, int number) {
        if (!(statement instanceof Assign assign)) {
            return statement;
        }
        List<Expr> operands = Walk.children(assign.value()).stream()
                .filter(operand -> operand.type().equals(assign.value().type()))
                .toList();
        return number < operands.size() ? assign.withValue(operands.get(number)) : statement;
    }
}
