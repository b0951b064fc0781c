package sectile.ir.text;

import java.util.List;
import java.util.Optional;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.While;
import sectile.python.syntax.Ast;

/// `while`, and `for (x,) in pl.while_(init_values=(x0,)):` with `pl.cond(…)` first.
final class WhileLowering {
    private final Block block;
    private final ExpressionLowering expressions;

    WhileLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    void lower(Ast.While syntax) {
        if (!syntax.otherwise().isEmpty()) {
            throw Evaluator.unsupported("`else` of a loop", syntax.span());
        }
        Expr condition = BranchLowering.condition(
                expressions.evaluate(syntax.condition()), syntax.condition().span());
        LoopBody body = new LoopBodyLowering(block, expressions)
                .lower(syntax.body(), List.of(), Optional.empty(), syntax.span());
        block.emit(new While(condition, List.of(), body.body(), List.of(), Origin.of(syntax.span())));
    }

    void carried(Ast.For syntax, Ast.Call call) {
        var carried = new LoopLowering.Carried(expressions);
        for (Ast.Keyword keyword : call.keywords()) {
            if (!carried.accepts(keyword)) {
                throw Problem.at(
                        keyword.span(), LanguageCode.UNKNOWN_ARGUMENT, "pl.while_ takes no `" + keyword.name() + "`");
            }
        }
        List<IterArg> iterArgs =
                carried.iterArgs(syntax.target(), syntax.target().span());
        if (syntax.body().isEmpty()
                || !(syntax.body().getFirst() instanceof Ast.ExprStmt first)
                || !(first.value() instanceof Ast.Call cond)
                || !expressions.evaluator().path(cond.function()).orElse("").equals("pl.cond")
                || cond.args().size() != 1) {
            throw Problem.at(
                    syntax.span(), LanguageCode.WHILE_CONDITION, "the first statement of pl.while_ is pl.cond(…)");
        }
        List<Var> own = iterArgs.stream().map(IterArg::variable).toList();
        Block head = block.inner();
        own.forEach(head::bind);
        Ast.Expr test = cond.args().getFirst();
        Expr condition = BranchLowering.condition(new ExpressionLowering(head).evaluate(test), test.span());
        head.steps().forEach(block::emit);
        LoopBody body = new LoopBodyLowering(block, expressions)
                .lower(syntax.body().subList(1, syntax.body().size()), own, Optional.of(iterArgs), syntax.span());
        block.emit(new While(condition, iterArgs, body.body(), body.results(), Origin.of(syntax.span())));
        body.results().forEach(block::bind);
    }
}
