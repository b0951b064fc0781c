package sectile.ir.text;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.Ast;

/// What all loops have in common: a body with names of its own, which may yield the next carried values.
final class LoopBodyLowering {
    private final Block block;
    private final ExpressionLowering expressions;

    LoopBodyLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    /// `own` are the loop's variables, `iterArgs` those that it carries, if it has `init_values`.
    LoopBody lower(List<Ast.Stmt> syntax, List<Var> own, Optional<List<IterArg>> iterArgs, Span span) {
        Optional<Yields.Ending> ending = Yields.ending(syntax, expressions.evaluator());
        if (iterArgs.isPresent() && ending.isEmpty()) {
            throw Problem.at(
                    span,
                    LanguageCode.MISSING_YIELD,
                    "a loop with init_values must end with pl.yield_",
                    "the next values of " + names(iterArgs.get()));
        }
        if (iterArgs.isEmpty() && ending.isPresent()) {
            throw Problem.at(
                    ending.get().call().span(), LanguageCode.STRAY_YIELD, "pl.yield_ in a loop without init_values");
        }
        Names before = block.names();
        Block inside = block.loopBody();
        own.forEach(inside::bind);
        Names start = inside.names();
        var statements = new StatementLowering(inside);
        statements.lower(Yields.Ending.cut(syntax, ending));
        List<Expr> values = ending.map(statements.yields()::finish).orElse(List.of());
        Stmt body = Seq.of(inside.steps());
        block.reads().addAll(inside.reads());
        block.continueWith(Names.afterLoop(before, start, inside.names(), inside.reads(), span));
        if (iterArgs.isEmpty()) {
            return new LoopBody(body, List.of());
        }
        check(iterArgs.get(), values, ending.orElseThrow().call().span());
        List<Type> types = iterArgs.get().stream().map(a -> a.variable().type()).toList();
        return new LoopBody(body, new Yields(block, expressions).results(ending.get(), types));
    }

    private static void check(List<IterArg> iterArgs, List<Expr> values, Span span) {
        if (values.size() != iterArgs.size()) {
            throw Problem.at(
                    span,
                    SyntaxCode.COUNTS_DIFFER,
                    "the loop carries " + iterArgs.size() + " values but yields " + values.size());
        }
        for (int i = 0; i < values.size(); i++) {
            Var variable = iterArgs.get(i).variable();
            if (variable.type().join(values.get(i).type()).isEmpty()) {
                throw Problem.at(
                        span,
                        LanguageCode.CARRIED_TYPE_CHANGES,
                        "`" + variable.name() + "` starts as "
                                + Describe.type(variable.type(), values.get(i).type()) + " but is yielded as "
                                + Describe.type(values.get(i).type(), variable.type()));
            }
        }
    }

    private static String names(List<IterArg> iterArgs) {
        return String.join(", ", iterArgs.stream().map(a -> a.variable().name()).toList());
    }
}
