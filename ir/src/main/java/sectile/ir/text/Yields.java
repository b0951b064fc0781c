package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.DataType;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.Ast;

/// `pl.yield_`, the last statement of a loop with init_values or of both branches of an `if`.
final class Yields {
    private final Block block;
    private final ExpressionLowering expressions;

    Yields(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    static boolean isYield(Ast.Expr syntax, Evaluator evaluator) {
        return syntax instanceof Ast.Call call
                && evaluator.path(call.function()).orElse("").equals("pl.yield_");
    }

    /// The last statement of a body, if it is a yield: the names that receive, and the call.
    record Ending(
            List<Ast.Name> targets, Ast.Call call, @Nullable Type annotation) {
        /// The statements before the yield.
        static List<Ast.Stmt> cut(List<Ast.Stmt> block, Optional<Ending> ending) {
            return ending.isPresent() ? block.subList(0, block.size() - 1) : block;
        }
    }

    static Optional<Ending> ending(List<Ast.Stmt> block, Evaluator evaluator) {
        if (block.isEmpty()) {
            return Optional.empty();
        }
        return switch (block.getLast()) {
            case Ast.ExprStmt e
            when isYield(e.value(), evaluator) -> Optional.of(new Ending(List.of(), (Ast.Call) e.value(), null));
            case Ast.AnnAssign a
            when a.value() != null && isYield(a.value(), evaluator) && a.target() instanceof Ast.Name name ->
                Optional.of(new Ending(
                        List.of(name), (Ast.Call) a.value(), new Annotations(evaluator).type(a.annotation())));
            case Ast.Assign a
            when isYield(a.value(), evaluator) && a.targets().size() == 1 ->
                Optional.of(new Ending(names(a.targets().getFirst()), (Ast.Call) a.value(), null));
            case Ast.Assignment _,
                    Ast.Compound _,
                    Ast.Jump _,
                    Ast.Definition _,
                    Ast.ExprStmt _,
                    Ast.Pass _,
                    Ast.Assert _,
                    Ast.Skipped _ -> Optional.empty();
        };
    }

    static List<Ast.Name> names(Ast.Expr target) {
        List<Ast.Expr> elements = target instanceof Ast.Tuple tuple ? tuple.elements() : List.of(target);
        var names = new ArrayList<Ast.Name>();
        for (Ast.Expr element : elements) {
            if (!(element instanceof Ast.Name name)) {
                throw Problem.at(element.span(), LanguageCode.NOT_ASSIGNABLE, "expected a name");
            }
            names.add(name);
        }
        return names;
    }

    /// Ends the block with a yield, and returns the values.
    List<Expr> finish(Ending ending) {
        var values = new ArrayList<Expr>();
        for (Ast.Expr arg : ending.call().args()) {
            Val value = expressions.evaluate(arg);
            List<Val> items =
                    value instanceof Val.Items several && ending.call().args().size() == 1
                            ? several.values()
                            : List.of(value);
            for (Val item : items) {
                values.add(Convert.expr(item, DataType.INDEX, arg.span()));
            }
        }
        block.emit(new Yield(values, Origin.of(ending.call().span())));
        return values;
    }

    /// The variables that receive what is yielded, with their types.
    List<Var> results(Ending ending, List<Type> defaults) {
        if (ending.targets().isEmpty()) {
            return List.of();
        }
        List<Type> types = new ArrayList<>(defaults);
        for (Ast.Keyword keyword : ending.call().keywords()) {
            if (keyword.name().equals("types") && keyword.value() instanceof Ast.ListExpr list) {
                types = new ArrayList<>(list.elements().stream()
                        .map(new Annotations(expressions.evaluator())::type)
                        .toList());
            } else {
                throw Problem.at(
                        keyword.span(), LanguageCode.UNKNOWN_ARGUMENT, "pl.yield_ takes no `" + keyword.name() + "`");
            }
        }
        if (ending.annotation() != null && types.size() == 1) {
            types.set(
                    0,
                    ending.annotation()
                            .join(types.getFirst())
                            .orElseThrow(() -> Problem.at(
                                    ending.call().span(),
                                    LanguageCode.VALUE_DOES_NOT_FIT,
                                    "the annotation does not fit the yielded value")));
        }
        if (types.size() != ending.targets().size()) {
            throw Problem.at(
                    ending.call().span(),
                    SyntaxCode.COUNTS_DIFFER,
                    ending.targets().size() + " names for " + types.size() + " yielded values");
        }
        var variables = new ArrayList<Var>();
        for (int i = 0; i < types.size(); i++) {
            Ast.Name name = ending.targets().get(i);
            variables.add(block.target(name.id(), types.get(i), name.span()));
        }
        return variables;
    }
}
