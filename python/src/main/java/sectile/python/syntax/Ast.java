package sectile.python.syntax;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Span;

/// The syntax of a program, as written.
public final class Ast {
    private Ast() {}

    /// A whole file.
    public record Module(List<Stmt> body) {}

    /// A value.
    public sealed interface Expr {
        Span span();
    }

    /// A constant, as written.
    public sealed interface Literal extends Expr {}

    /// An operator and its operands.
    public sealed interface Operation extends Expr {}

    /// A collection and its elements.
    public sealed interface Collection extends Expr {}

    /// A text with values in it, or one of the values.
    public sealed interface Interpolation extends Expr {}

    public record Name(String id, Span span) implements Expr {}

    public record IntLiteral(BigInteger value, Span span) implements Literal {}

    public record RealLiteral(double value, Span span) implements Literal {}

    public record StringLiteral(String value, Span span) implements Literal {}

    /// `f"…{expr:format}…"`: texts and values in turn.
    public record FString(List<Expr> parts, Span span) implements Interpolation {}

    /// A value of an f-string that says how it wants to be shown: `{value!conversion:format}`.
    ///
    /// @param label the text before the value, as in `{value=}`; empty without the `=`
    /// @param conversion the letter behind `!`, empty if there is none
    /// @param format what is behind the colon, empty if there is none
    public record Formatted(Expr value, String label, String conversion, String format, Span span)
            implements Interpolation {}

    public record BoolLiteral(boolean value, Span span) implements Literal {}

    public record NoneLiteral(Span span) implements Literal {}

    public record EllipsisLiteral(Span span) implements Literal {}

    /// `value.name`.
    public record Attribute(Expr value, String name, Span nameSpan, Span span) implements Expr {}

    /// `value[index]`; several indices are a tuple.
    public record Subscript(Expr value, Expr index, Span span) implements Expr {}

    /// `lower:upper:step` inside brackets.
    public record Slice(
            @Nullable Expr lower,
            @Nullable Expr upper,
            @Nullable Expr step,
            Span span) implements Expr {}

    public record Call(Expr function, List<Expr> args, List<Keyword> keywords, Span span) implements Expr {}

    /// `name=value` in a call; `**value` has an empty name.
    public record Keyword(String name, Expr value, Span span) {}

    /// `lhs op rhs`, without comparisons and `and`/`or`.
    public record Binary(String op, Expr lhs, Expr rhs, Span span) implements Operation {}

    public record Unary(String op, Expr operand, Span span) implements Operation {}

    /// `a < b <= c`: one operator fewer than operands.
    public record Compare(List<Expr> operands, List<String> ops, Span span) implements Operation {}

    /// `a and b and c`.
    public record Logical(String op, List<Expr> operands, Span span) implements Operation {}

    /// `then if condition else otherwise`.
    public record Conditional(Expr condition, Expr then, Expr otherwise, Span span) implements Operation {}

    public record Tuple(List<Expr> elements, Span span) implements Collection {}

    public record ListExpr(List<Expr> elements, Span span) implements Collection {}

    public record Dict(List<Expr> keys, List<Expr> values, Span span) implements Collection {}

    /// `*value`.
    public record Starred(Expr value, Span span) implements Expr {}

    /// `[element for target in iterable if condition]`, also with braces or as a generator. `value` is that of an entry
    /// `element: value`.
    public record Comprehension(
            Display display, Expr element, @Nullable Expr value, List<Clause> clauses, Span span)
            implements Collection {}

    /// What a comprehension makes.
    public enum Display {
        LIST,
        DICTIONARY,
        GENERATOR
    }

    /// `for target in iterable` and the conditions after it.
    public record Clause(Expr target, Expr iterable, List<Expr> conditions) {}

    /// Python that programs cannot use, such as a lambda; `what` names it.
    public record Unsupported(String what, Span span) implements Expr {}

    /// A step.
    public sealed interface Stmt {
        Span span();
    }

    /// Binds names to a value.
    public sealed interface Assignment extends Stmt {}

    /// Contains statements that run in the same scope.
    public sealed interface Compound extends Stmt {}

    /// Ends a loop, an iteration or a function.
    public sealed interface Jump extends Stmt {}

    /// Binds a name to a function, a class or a module.
    public sealed interface Definition extends Stmt {}

    public record ExprStmt(Expr value, Span span) implements Stmt {}

    /// `a = b = value`.
    public record Assign(List<Expr> targets, Expr value, Span span) implements Assignment {}

    /// `target: annotation = value`.
    public record AnnAssign(
            Expr target, Expr annotation, @Nullable Expr value, Span span) implements Assignment {}

    /// `target op= value`.
    public record AugAssign(Expr target, String op, Expr value, Span span) implements Assignment {}

    public record Return(@Nullable Expr value, Span span) implements Jump {}

    public record If(Expr condition, List<Stmt> then, List<Stmt> otherwise, Span span) implements Compound {}

    public record For(Expr target, Expr iterable, List<Stmt> body, List<Stmt> otherwise, Span span)
            implements Compound {}

    public record While(Expr condition, List<Stmt> body, List<Stmt> otherwise, Span span) implements Compound {}

    public record With(List<WithItem> items, List<Stmt> body, Span span) implements Compound {}

    /// `context as target`.
    public record WithItem(Expr context, @Nullable Expr target) {}

    public record Break(Span span) implements Jump {}

    public record Continue(Span span) implements Jump {}

    public record Pass(Span span) implements Stmt {}

    /// `assert condition, message`.
    public record Assert(Expr condition, @Nullable Expr message, Span span) implements Stmt {}

    /// `raise exception`, also `raise exception from cause`.
    public record Raise(@Nullable Expr exception, Span span) implements Jump {}

    /// `import module as alias`; `from module import name as alias` has one entry per name. `level` counts the dots in
    /// front of a relative module.
    public record Import(String module, int level, String name, String alias, Span span) implements Definition {}

    public record FunctionDef(
            String name,
            Span nameSpan,
            List<Expr> decorators,
            List<Parameter> parameters,
            @Nullable Expr returns,
            List<Stmt> body,
            Span span)
            implements Definition {}

    /// A parameter; `kind` is empty, `*` or `**`.
    public record Parameter(
            String name,
            String kind,
            @Nullable Expr annotation,
            @Nullable Expr defaultValue,
            Span span) {}

    public record ClassDef(
            String name, Span nameSpan, List<Expr> decorators, List<Expr> bases, List<Stmt> body, Span span)
            implements Definition {}

    /// A statement that was not understood or that programs cannot contain. `error` says that it is not Python at all.
    public record Skipped(DiagnosticCode code, String what, boolean error, List<String> names, Span span)
            implements Stmt {}
}
