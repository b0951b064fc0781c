package sectile.python.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;

/// Statements. A statement that cannot be read becomes [Ast.Skipped]; the rest of the file is read all the same.
public final class Parser {
    private static final Set<String> UNSUPPORTED = Set.of("try", "del", "global", "nonlocal", "async", "match");

    private final Cursor cursor;
    private final ExpressionParser expressions;
    private final DefinitionParser definitions;

    private Parser(Cursor cursor) {
        this.cursor = cursor;
        this.expressions = new ExpressionParser(cursor);
        this.definitions = new DefinitionParser(cursor, expressions, this);
    }

    /// Reads a file. Problems of the text itself (an unclosed string, a bad indentation) go to `diagnostics`;
    /// statements that are not Python are [Ast.Skipped] with `error` set.
    public static Ast.Module parse(SourceFile source, Diagnostics diagnostics) {
        var parser = new Parser(new Cursor(source, Lexer.tokens(source, diagnostics)));
        return new Ast.Module(parser.module());
    }

    private List<Ast.Stmt> module() {
        var body = new ArrayList<Ast.Stmt>();
        while (!cursor.at(Token.Kind.END)) {
            if (cursor.at(Token.Kind.NEWLINE) || cursor.at(Token.Kind.DEDENT) || cursor.at(Token.Kind.INDENT)) {
                cursor.next();
            } else {
                statement(body);
            }
        }
        return List.copyOf(body);
    }

    private void statement(List<Ast.Stmt> into) {
        int start = cursor.start();
        int mark = cursor.mark();
        int depth = cursor.depth();
        try {
            Ast.Stmt compound = compound(start);
            if (compound != null) {
                into.add(compound);
            } else {
                simpleLine(into);
            }
        } catch (SyntaxException e) {
            cursor.restoreDepth(depth);
            cursor.reset(mark);
            List<String> names = skip();
            into.add(new Ast.Skipped(e.code(), e.text(), true, names, e.span()));
        }
    }

    /// Skips the logical line and the block that belongs to it; the names it seems to define are returned.
    private List<String> skip() {
        var names = new ArrayList<String>();
        Token first = cursor.peek();
        Token second = cursor.peek(1);
        if ((first.is("def") || first.is("class")) && second.kind() == Token.Kind.NAME) {
            names.add(second.text());
        } else if (first.kind() == Token.Kind.NAME && second.is("=")) {
            names.add(first.text());
        }
        skipLine(first.is("@"));
        // They belong to the `if` or loop that was not read, and say nothing by themselves.
        while (cursor.at("elif") || cursor.at("else") || cursor.at("except") || cursor.at("finally")) {
            skipLine(false);
        }
        return names;
    }

    private void skipLine(boolean withDecorators) {
        boolean decorated = withDecorators;
        int depth = 0;
        while (!cursor.at(Token.Kind.END)) {
            Token token = cursor.next();
            if (token.kind() == Token.Kind.INDENT) {
                depth++;
            } else if (token.kind() == Token.Kind.DEDENT) {
                depth--;
                if (depth <= 0) {
                    break;
                }
            } else if (token.kind() == Token.Kind.NEWLINE && depth == 0 && !cursor.at(Token.Kind.INDENT)) {
                if (!decorated) {
                    break;
                }
                // What is wrong may be the definition below the decorators; it is part of the same statement.
                decorated = cursor.at("@");
            }
        }
    }

    private Ast.@Nullable Stmt compound(int start) {
        if (cursor.at("@")) {
            return definitions.decorated();
        }
        if (!cursor.at(Token.Kind.NAME)) {
            return null;
        }
        return switch (cursor.peek().text()) {
            case "def" -> definitions.function(List.of(), start);
            case "class" -> definitions.classDefinition(List.of(), start);
            case "if" -> ifStatement(start);
            case "for" -> forStatement(start);
            case "while" -> whileStatement(start);
            case "with" -> withStatement(start);
            case "try", "async" -> skipped();
            case "match" ->
                cursor.peek(1).is("=")
                                || cursor.peek(1).is(".")
                                || cursor.peek(1).is("(")
                                || cursor.peek(1).is("[")
                                || cursor.peek(1).is(",")
                                || cursor.peek(1).is(":")
                        ? null
                        : skipped();
            default -> null;
        };
    }

    private Ast.Stmt skipped() {
        String word = cursor.peek().text();
        Span span = cursor.here();
        var names = new ArrayList<>(skip());
        // The handlers of a `try` are at its own level.
        while (cursor.at("except") || cursor.at("finally") || (word.equals("try") && cursor.at("else"))) {
            names.addAll(skip());
        }
        return new Ast.Skipped(SyntaxCode.NOT_SUPPORTED, "`" + word + "`", false, names, span);
    }

    private void simpleLine(List<Ast.Stmt> into) {
        do {
            if (cursor.at(Token.Kind.NEWLINE)) {
                break;
            }
            simple(into);
        } while (cursor.take(";"));
        if (!cursor.at(Token.Kind.NEWLINE) && !cursor.at(Token.Kind.END)) {
            throw cursor.unexpected("the end of the statement");
        }
        cursor.next();
    }

    private void simple(List<Ast.Stmt> into) {
        int start = cursor.start();
        String word = cursor.at(Token.Kind.NAME) ? cursor.peek().text() : "";
        switch (word) {
            case "return" -> {
                cursor.next();
                Ast.@Nullable Expr value = atEnd() ? null : expressions.expressionList();
                into.add(new Ast.Return(value, cursor.since(start)));
            }
            case "break" -> {
                cursor.next();
                into.add(new Ast.Break(cursor.since(start)));
            }
            case "continue" -> {
                cursor.next();
                into.add(new Ast.Continue(cursor.since(start)));
            }
            case "pass" -> {
                cursor.next();
                into.add(new Ast.Pass(cursor.since(start)));
            }
            case "assert" -> {
                cursor.next();
                Ast.Expr condition = expressions.expression();
                Ast.@Nullable Expr message = cursor.take(",") ? expressions.expression() : null;
                into.add(new Ast.Assert(condition, message, cursor.since(start)));
            }
            case "raise" -> {
                cursor.next();
                Ast.@Nullable Expr exception = atEnd() ? null : expressions.expression();
                if (cursor.at("from")) {
                    cursor.next();
                    expressions.expression();
                }
                into.add(new Ast.Raise(exception, cursor.since(start)));
            }
            case "import" -> definitions.imports(into);
            case "from" -> definitions.fromImport(into);
            default -> {
                if (UNSUPPORTED.contains(word) && !word.equals("match")) {
                    Span span = cursor.here();
                    while (!atEnd()) {
                        cursor.next();
                    }
                    into.add(new Ast.Skipped(SyntaxCode.NOT_SUPPORTED, "`" + word + "`", false, List.of(), span));
                } else {
                    into.add(assignmentOrExpression(start));
                }
            }
        }
    }

    private boolean atEnd() {
        return cursor.at(Token.Kind.NEWLINE) || cursor.at(Token.Kind.END) || cursor.at(";");
    }

    private Ast.Stmt assignmentOrExpression(int start) {
        Ast.Expr first = expressions.expressionList();
        if (cursor.take(":")) {
            Ast.Expr annotation = expressions.expression();
            Ast.@Nullable Expr value = cursor.take("=") ? expressions.expressionList() : null;
            return new Ast.AnnAssign(first, annotation, value, cursor.since(start));
        }
        Token token = cursor.peek();
        if (token.kind() == Token.Kind.OPERATOR
                && token.text().length() >= 2
                && token.text().endsWith("=")
                && !Set.of("==", "!=", "<=", ">=").contains(token.text())) {
            cursor.next();
            Ast.Expr value = expressions.expressionList();
            return new Ast.AugAssign(
                    first, token.text().substring(0, token.text().length() - 1), value, cursor.since(start));
        }
        if (!cursor.at("=")) {
            return new Ast.ExprStmt(first, cursor.since(start));
        }
        var targets = new ArrayList<Ast.Expr>();
        Ast.Expr value = first;
        while (cursor.take("=")) {
            targets.add(value);
            value = expressions.expressionList();
        }
        return new Ast.Assign(List.copyOf(targets), value, cursor.since(start));
    }

    private Ast.Stmt ifStatement(int start) {
        cursor.next();
        Ast.Expr condition = expressions.expression();
        List<Ast.Stmt> then = block();
        List<Ast.Stmt> otherwise = List.of();
        Span span = cursor.since(start);
        if (cursor.at("elif")) {
            cursor.enter();
            otherwise = List.of(ifStatement(cursor.start()));
            cursor.leave();
        } else if (cursor.at("else")) {
            cursor.next();
            otherwise = block();
        }
        return new Ast.If(condition, then, otherwise, span);
    }

    private Ast.Stmt forStatement(int start) {
        cursor.next();
        Ast.Expr target = targets();
        cursor.expect("in");
        Ast.Expr iterable = expressions.expressionList();
        Span span = cursor.since(start);
        List<Ast.Stmt> body = block();
        return new Ast.For(target, iterable, body, elseBlock(), span);
    }

    /// Loop targets: comparisons are not read, so that `in` ends them.
    private Ast.Expr targets() {
        int start = cursor.start();
        Ast.Expr first = expressions.binary(1);
        if (!cursor.at(",")) {
            return first;
        }
        var elements = new ArrayList<Ast.Expr>();
        elements.add(first);
        while (cursor.take(",")) {
            if (cursor.at("in")) {
                break;
            }
            elements.add(expressions.binary(1));
        }
        return new Ast.Tuple(List.copyOf(elements), cursor.since(start));
    }

    private Ast.Stmt whileStatement(int start) {
        cursor.next();
        Ast.Expr condition = expressions.expression();
        Span span = cursor.since(start);
        List<Ast.Stmt> body = block();
        return new Ast.While(condition, body, elseBlock(), span);
    }

    private List<Ast.Stmt> elseBlock() {
        if (cursor.at("else")) {
            cursor.next();
            return block();
        }
        return List.of();
    }

    private Ast.Stmt withStatement(int start) {
        cursor.next();
        int mark = cursor.mark();
        boolean parenthesised = cursor.take("(");
        List<Ast.WithItem> items;
        try {
            items = withItems(parenthesised);
            if (parenthesised) {
                cursor.expect(")");
            }
            if (!cursor.at(":")) {
                throw cursor.unexpected("`:`");
            }
        } catch (SyntaxException e) {
            if (!parenthesised) {
                throw e;
            }
            // The parenthesis belonged to the first expression.
            cursor.reset(mark);
            items = withItems(false);
        }
        Span span = cursor.since(start);
        return new Ast.With(List.copyOf(items), block(), span);
    }

    private List<Ast.WithItem> withItems(boolean parenthesised) {
        var items = new ArrayList<Ast.WithItem>();
        do {
            if (parenthesised && cursor.at(")")) {
                break;
            }
            Ast.Expr context = expressions.expression();
            Ast.@Nullable Expr target = null;
            if (cursor.at("as")) {
                cursor.next();
                target = expressions.binary(1);
            }
            items.add(new Ast.WithItem(context, target));
        } while (cursor.take(","));
        return items;
    }

    /// `:` and a block, or statements on the same line.
    List<Ast.Stmt> block() {
        cursor.expect(":");
        var body = new ArrayList<Ast.Stmt>();
        if (!cursor.at(Token.Kind.NEWLINE)) {
            simpleLine(body);
            return List.copyOf(body);
        }
        cursor.next();
        if (!cursor.at(Token.Kind.INDENT)) {
            throw cursor.unexpected("an indented block");
        }
        cursor.next();
        while (!cursor.at(Token.Kind.DEDENT) && !cursor.at(Token.Kind.END)) {
            if (cursor.at(Token.Kind.NEWLINE)) {
                cursor.next();
            } else if (cursor.at(Token.Kind.INDENT)) {
                body.add(new Ast.Skipped(
                        SyntaxCode.INDENTATION,
                        "this line is indented more than its block",
                        true,
                        List.of(),
                        cursor.here()));
                skip();
            } else {
                statement(body);
            }
        }
        if (cursor.at(Token.Kind.DEDENT)) {
            cursor.next();
        }
        return List.copyOf(body);
    }
}
