package sectile.ir.text;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;
import sectile.python.syntax.Ast;

/// Expressions of a function: scalar operators here, operators on tensors and tiles as calls.
final class ExpressionLowering implements RunTimeValues {
    private final Block block;
    private final Evaluator evaluator;
    private final CallLowering calls;
    private final Subscripts subscripts;
    private final ShapedOperators operators;
    private @Nullable Type hint;

    ExpressionLowering(Block block) {
        this.block = block;
        this.evaluator = new Evaluator(block::lookup, this, block.program().ops());
        this.calls = new CallLowering(block, this);
        this.subscripts = new Subscripts(block, this);
        this.operators = new ShapedOperators(block.program().ops());
    }

    Evaluator evaluator() {
        return evaluator;
    }

    Subscripts subscripts() {
        return subscripts;
    }

    Val evaluate(Ast.Expr syntax) {
        return evaluator.evaluate(syntax);
    }

    /// With the type that the value is going to have, which some calls need.
    Val evaluate(Ast.Expr syntax, @Nullable Type annotation) {
        hint = annotation;
        Val value = evaluator.evaluate(syntax);
        hint = null;
        return value;
    }

    @Override
    public Val call(Ast.Call syntax, Val callee) {
        Type expected = hint;
        hint = null;
        return calls.call(syntax, callee, expected);
    }

    @Override
    public Val subscript(Ast.Subscript syntax, Val value) {
        return subscripts.read(syntax, value);
    }

    @Override
    public Val binary(Ast.Binary syntax, Val lhs, Val rhs) {
        if (isShaped(lhs) || isShaped(rhs)) {
            return new Val.Ir(operators.binary(
                    syntax.op(),
                    lhs,
                    rhs,
                    syntax.span(),
                    List.of(syntax.lhs().span(), syntax.rhs().span())));
        }
        BinaryOp op = Statics.operator(syntax.op())
                .orElseThrow(() -> Problem.at(
                        syntax.span(),
                        LanguageCode.OPERATION_FAILED,
                        "`" + syntax.op() + "` does not apply to scalars"));
        return scalar(op, lhs, rhs, syntax.span());
    }

    static boolean isShaped(Val value) {
        return value instanceof Val.Ir ir && ir.expr().type() instanceof Shaped;
    }

    static boolean isUnknown(Val value) {
        return value instanceof Val.Ir ir && ir.expr().type() instanceof UnknownType;
    }

    /// A scalar operation; a literal takes the type of the other side.
    static Val scalar(BinaryOp op, Val lhs, Val rhs, Span span) {
        if (isUnknown(lhs) || isUnknown(rhs)) {
            return isUnknown(lhs) ? lhs : rhs;
        }
        Expr a = operand(lhs, rhs, op, span);
        Expr b = operand(rhs, lhs, op, span);
        DataType dtype = ScalarRules.binary(op, dtype(a, span), dtype(b, span))
                .orElseThrow(() -> Problem.at(
                        span,
                        LanguageCode.OPERATION_FAILED,
                        "`" + op.symbol() + "` does not apply to " + lhs.describe() + " and " + rhs.describe()));
        return new Val.Ir(new Binary(op, a, b, ScalarType.of(dtype), Origin.of(span)));
    }

    private static Expr operand(Val value, Val other, BinaryOp op, Span span) {
        DataType context = other instanceof Val.Ir ir && ir.expr().type() instanceof ScalarType scalar
                ? scalar.dtype()
                : DataType.INDEX;
        if (op.kind() == BinaryOp.Kind.LOGICAL) {
            context = DataType.BOOL;
        }
        return Convert.expr(value, context, span);
    }

    private static DataType dtype(Expr expr, Span span) {
        if (expr.type() instanceof ScalarType scalar) {
            return scalar.dtype();
        }
        throw Problem.at(
                span,
                LanguageCode.OPERATION_FAILED,
                "expected a scalar, found " + sectile.ir.expr.Describe.type(expr.type()));
    }

    @Override
    public Val unary(Ast.Unary syntax, Val operand) {
        if (isUnknown(operand)) {
            return operand;
        }
        if (isShaped(operand)) {
            return new Val.Ir(operators.unary(syntax.op(), operand, syntax.span()));
        }
        if (syntax.op().equals("+")) {
            return operand;
        }
        UnaryOp op = switch (syntax.op()) {
            case "-" -> UnaryOp.NEG;
            case "~" -> UnaryOp.BIT_NOT;
            default -> UnaryOp.NOT;
        };
        Expr expr = Convert.expr(operand, DataType.INDEX, syntax.span());
        if (!(expr.type() instanceof ScalarType scalar)
                || ScalarRules.unary(op, scalar.dtype()).isEmpty()) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.OPERATION_FAILED,
                    "`" + syntax.op() + "` does not apply to " + operand.describe());
        }
        return new Val.Ir(Unary.of(op, expr, Origin.of(syntax.span())));
    }

    @Override
    public Val compare(String op, Val lhs, Val rhs, Ast.Compare syntax) {
        if (isShaped(lhs) || isShaped(rhs)) {
            return new Val.Ir(operators.compare(op, lhs, rhs, syntax.span()));
        }
        return scalar(Statics.operator(op).orElseThrow(), lhs, rhs, syntax.span());
    }

    @Override
    public Val logical(String op, Val lhs, Val rhs, Ast.Logical syntax) {
        if (isShaped(lhs) || isShaped(rhs)) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.OPERATION_FAILED,
                    "`" + op + "` combines scalars",
                    "use pl.and_ or pl.or_, or compare elements");
        }
        return scalar(op.equals("and") ? BinaryOp.AND : BinaryOp.OR, lhs, rhs, syntax.span());
    }

    /// `a if c else b` becomes an `if` that yields.
    @Override
    public Val conditional(Ast.Conditional syntax, Val condition) {
        if (isUnknown(condition)) {
            return condition;
        }
        Span span = syntax.span();
        Expr test = Convert.expr(condition, DataType.BOOL, span);
        if (!(test.type() instanceof ScalarType)) {
            throw Problem.at(
                    syntax.condition().span(),
                    LanguageCode.CONDITION,
                    "a condition is a scalar, found " + condition.describe());
        }
        Block thenBlock = block.branch();
        Val then = new ExpressionLowering(thenBlock).evaluate(syntax.then());
        Block elseBlock = block.branch();
        Val otherwise = new ExpressionLowering(elseBlock).evaluate(syntax.otherwise());
        Expr a = operand(then, otherwise, BinaryOp.ADD, span);
        Expr b = operand(otherwise, then, BinaryOp.ADD, span);
        Type type = a.type()
                .join(b.type())
                .orElseThrow(() -> Problem.at(
                        span,
                        LanguageCode.BRANCHES_DIFFER,
                        "the sides of this `if` are " + then.describe() + " and " + otherwise.describe()));
        var result = new Var("_c" + span.start(), type, Origin.of(span));
        thenBlock.emit(new Yield(List.of(a), Origin.of(span)));
        elseBlock.emit(new Yield(List.of(b), Origin.of(span)));
        block.emit(
                new If(test, Seq.of(thenBlock.steps()), Seq.of(elseBlock.steps()), List.of(result), Origin.of(span)));
        return new Val.Ir(result);
    }
}
