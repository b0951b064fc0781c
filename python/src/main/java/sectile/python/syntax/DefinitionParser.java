package sectile.python.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// Functions, classes and imports.
final class DefinitionParser {
    private final Cursor cursor;
    private final ExpressionParser expressions;
    private final Parser statements;

    DefinitionParser(Cursor cursor, ExpressionParser expressions, Parser statements) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.statements = statements;
    }

    Ast.Stmt decorated() {
        int start = cursor.start();
        var decorators = new ArrayList<Ast.Expr>();
        while (cursor.take("@")) {
            decorators.add(expressions.expression());
            if (!cursor.at(Token.Kind.NEWLINE)) {
                throw cursor.unexpected("the end of the decorator's line");
            }
            while (cursor.at(Token.Kind.NEWLINE)) {
                cursor.next();
            }
        }
        if (cursor.at("async")) {
            cursor.next();
        }
        if (cursor.at("class")) {
            return classDefinition(List.copyOf(decorators), start);
        }
        if (cursor.at("def")) {
            return function(List.copyOf(decorators), start);
        }
        throw cursor.unexpected("`def` or `class` after a decorator");
    }

    Ast.Stmt function(List<Ast.Expr> decorators, int start) {
        cursor.next();
        Token name = cursor.expectName("the function's name");
        skipTypeParameters();
        cursor.expect("(");
        List<Ast.Parameter> parameters = parameters();
        cursor.expect(")");
        Ast.@Nullable Expr returns = cursor.take("->") ? expressions.expressionList() : null;
        Span span = cursor.since(start);
        List<Ast.Stmt> body = statements.block();
        return new Ast.FunctionDef(
                name.text(), name.span(cursor.source()), decorators, parameters, returns, body, span);
    }

    private void skipTypeParameters() {
        if (cursor.take("[")) {
            while (!cursor.at("]") && !cursor.at(Token.Kind.END)) {
                cursor.next();
            }
            cursor.expect("]");
        }
    }

    private List<Ast.Parameter> parameters() {
        var parameters = new ArrayList<Ast.Parameter>();
        while (!cursor.at(")")) {
            int start = cursor.start();
            if (cursor.take("/")) {
                cursor.take(",");
                continue;
            }
            String kind = cursor.take("**") ? "**" : cursor.take("*") ? "*" : "";
            if (kind.equals("*") && cursor.at(",")) {
                cursor.next();
                continue;
            }
            Token name = cursor.expectName("a parameter");
            Ast.@Nullable Expr annotation = cursor.take(":") ? expressions.starredOrExpression() : null;
            Ast.@Nullable Expr value = cursor.take("=") ? expressions.expression() : null;
            parameters.add(new Ast.Parameter(name.text(), kind, annotation, value, cursor.since(start)));
            if (!cursor.take(",")) {
                break;
            }
        }
        return List.copyOf(parameters);
    }

    Ast.Stmt classDefinition(List<Ast.Expr> decorators, int start) {
        cursor.next();
        Token name = cursor.expectName("the class's name");
        skipTypeParameters();
        var bases = new ArrayList<Ast.Expr>();
        if (cursor.take("(")) {
            while (!cursor.at(")")) {
                if (cursor.at(Token.Kind.NAME) && cursor.peek(1).is("=")) {
                    cursor.next();
                    cursor.next();
                }
                cursor.take("**");
                bases.add(expressions.starredOrExpression());
                if (!cursor.take(",")) {
                    break;
                }
            }
            cursor.expect(")");
        }
        Span span = cursor.since(start);
        List<Ast.Stmt> body = statements.block();
        return new Ast.ClassDef(name.text(), name.span(cursor.source()), decorators, List.copyOf(bases), body, span);
    }

    void imports(List<Ast.Stmt> into) {
        int start = cursor.start();
        cursor.next();
        do {
            String module = dotted();
            String alias = alias(module);
            into.add(new Ast.Import(module, 0, "", alias, cursor.since(start)));
        } while (cursor.take(","));
    }

    void fromImport(List<Ast.Stmt> into) {
        int start = cursor.start();
        cursor.next();
        int level = 0;
        while (cursor.at(".") || cursor.at("...")) {
            level += cursor.next().text().length();
        }
        String module = cursor.at("import") ? "" : dotted();
        cursor.expect("import");
        if (cursor.take("*")) {
            into.add(new Ast.Import(module, level, "*", "*", cursor.since(start)));
            return;
        }
        boolean parenthesised = cursor.take("(");
        do {
            if (parenthesised && cursor.at(")")) {
                break;
            }
            String name = cursor.expectName("a name to import").text();
            into.add(new Ast.Import(module, level, name, alias(name), cursor.since(start)));
        } while (cursor.take(","));
        if (parenthesised) {
            cursor.expect(")");
        }
    }

    private String alias(String otherwise) {
        if (cursor.at("as")) {
            cursor.next();
            return cursor.expectName("a name").text();
        }
        return otherwise;
    }

    private String dotted() {
        var name = new StringBuilder(cursor.expectName("a module").text());
        while (cursor.take(".")) {
            name.append('.').append(cursor.expectName("a module").text());
        }
        return name.toString();
    }
}
