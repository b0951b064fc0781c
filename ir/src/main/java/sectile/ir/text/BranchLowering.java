package sectile.ir.text;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// `if`: a condition that is known now chooses a branch; any other becomes an [If].
final class BranchLowering {
    private final Block block;
    private final ExpressionLowering expressions;

    BranchLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    /// A branch that was read: its statements, what it yields, and what names mean at its end.
    private record Branch(List<Stmt> steps, List<Expr> yielded, Names names) {
        boolean leaves() {
            return !steps.isEmpty()
                    && (steps.getLast() instanceof Return
                            || steps.getLast() instanceof Break
                            || steps.getLast() instanceof Continue);
        }
    }

    void lower(Ast.If syntax) {
        Val condition = expressions.evaluate(syntax.condition());
        Optional<Boolean> known = Statics.truth(condition);
        if (known.isPresent()) {
            new StatementLowering(block).lower(known.get() ? syntax.then() : syntax.otherwise());
            return;
        }
        Expr test = condition(condition, syntax.condition().span());
        Optional<Yields.Ending> thenEnd = Yields.ending(syntax.then(), expressions.evaluator());
        Optional<Yields.Ending> elseEnd = Yields.ending(syntax.otherwise(), expressions.evaluator());
        if (thenEnd.isPresent() != elseEnd.isPresent()) {
            Span span = thenEnd.or(() -> elseEnd).orElseThrow().call().span();
            throw Problem.at(
                    span,
                    LanguageCode.MISSING_YIELD,
                    "only one branch of this `if` ends with pl.yield_",
                    "both branches must yield as many values");
        }
        Names before = block.names();
        Branch then;
        Branch otherwise;
        if (needsOther(syntax)) {
            // The first branch uses what the other assigned in an earlier iteration.
            otherwise = branch(block.branch(), syntax.otherwise(), elseEnd);
            then = branch(block.branch(otherwise.names().variablesSince(before)), syntax.then(), thenEnd);
        } else {
            then = branch(block.branch(), syntax.then(), thenEnd);
            otherwise = branch(block.branch(then.names().variablesSince(before)), syntax.otherwise(), elseEnd);
        }
        block.continueWith(after(before, then, otherwise));
        List<Var> results = thenEnd.isEmpty()
                ? List.of()
                : results(thenEnd.get(), elseEnd.orElseThrow(), then.yielded(), otherwise.yielded());
        block.emit(new If(test, Seq.of(then.steps()), Seq.of(otherwise.steps()), results, Origin.of(syntax.span())));
        results.forEach(block::bind);
    }

    private boolean needsOther(Ast.If syntax) {
        if (!block.inLoop()) {
            return false;
        }
        Set<String> open =
                new HashSet<>(AssignmentCounter.count(syntax.otherwise()).keySet());
        open.retainAll(AssignmentCounter.count(syntax.then()).keySet());
        Names names = block.names();
        open.removeIf(name -> names.get(name) != null);
        return !open.isEmpty()
                && !block.program().isReadable(() -> new StatementLowering(block.branch()).lower(syntax.then()));
    }

    private static Branch branch(Block inside, List<Ast.Stmt> syntax, Optional<Yields.Ending> ending) {
        var statements = new StatementLowering(inside);
        statements.lower(Yields.Ending.cut(syntax, ending));
        List<Expr> yielded = ending.map(statements.yields()::finish).orElse(List.of());
        return new Branch(inside.steps(), yielded, inside.names());
    }

    private static Names after(Names before, Branch then, Branch otherwise) {
        if (then.leaves()) {
            return otherwise.names();
        }
        return otherwise.leaves() ? then.names() : Names.afterBranches(before, then.names(), otherwise.names());
    }

    private List<Var> results(
            Yields.Ending thenEnd, Yields.Ending elseEnd, List<Expr> thenYield, List<Expr> elseYield) {
        Span span = elseEnd.call().span();
        if (thenYield.size() != elseYield.size()) {
            throw Problem.at(
                    span,
                    LanguageCode.BRANCHES_DIFFER,
                    "the branches yield " + thenYield.size() + " and " + elseYield.size() + " values");
        }
        List<Var> results = new Yields(block, expressions)
                .results(thenEnd, thenYield.stream().map(Expr::type).toList());
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).type().join(elseYield.get(i).type()).isEmpty()) {
                throw Problem.at(
                        span,
                        LanguageCode.BRANCHES_DIFFER,
                        "the branches yield "
                                + Describe.type(
                                        thenYield.get(i).type(),
                                        elseYield.get(i).type())
                                + " and "
                                + Describe.type(
                                        elseYield.get(i).type(),
                                        thenYield.get(i).type()));
            }
        }
        return results;
    }

    /// A value as the condition of a choice or a loop.
    static Expr condition(Val value, Span span) {
        Expr test = Convert.expr(value, DataType.BOOL, span);
        if ((test.type() instanceof ScalarType scalar
                        && (scalar.dtype() == DataType.BOOL || scalar.dtype().isInteger()))
                || test.type() instanceof UnknownType) {
            return test;
        }
        throw Problem.at(
                span,
                LanguageCode.CONDITION,
                "a condition is a scalar, found " + value.describe(),
                "compare one element, read with an index per dimension, or choose per element with pl.sel");
    }
}
