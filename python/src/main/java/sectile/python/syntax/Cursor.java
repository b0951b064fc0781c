package sectile.python.syntax;

import java.util.List;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;

/// A place in a list of tokens.
final class Cursor {
    /// How deep expressions may nest; more would be no program but an attack on the stack.
    private static final int MAX_DEPTH = 120;

    private final SourceFile source;
    private final List<Token> tokens;
    private int position;
    private int depth;

    Cursor(SourceFile source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    SourceFile source() {
        return source;
    }

    Token peek() {
        return tokens.get(position);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(position + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = peek();
        if (token.kind() != Token.Kind.END) {
            position++;
        }
        return token;
    }

    boolean at(Token.Kind kind) {
        return peek().kind() == kind;
    }

    boolean at(String operator) {
        return peek().is(operator);
    }

    boolean take(String operator) {
        if (at(operator)) {
            position++;
            return true;
        }
        return false;
    }

    Token expect(String operator) {
        if (!at(operator)) {
            throw unexpected("`" + operator + "`");
        }
        return next();
    }

    Token expectName(String what) {
        if (!at(Token.Kind.NAME) || Keywords.isReserved(peek().text())) {
            throw unexpected(what);
        }
        return next();
    }

    SyntaxException unexpected(String expected) {
        return new SyntaxException(SyntaxCode.SYNTAX, here(), "expected " + expected + ", found " + peek().describe());
    }

    Span here() {
        // A line ends after its last token, not after a comment.
        if (at(Token.Kind.NEWLINE) && position > 0) {
            int end = tokens.get(position - 1).end();
            return new Span(source, end, end);
        }
        return peek().span(source);
    }

    /// From the given offset to the end of the last token taken.
    Span since(int start) {
        return new Span(
                source,
                start,
                Math.max(start, position == 0 ? start : tokens.get(position - 1).end()));
    }

    int start() {
        return peek().start();
    }

    int mark() {
        return position;
    }

    void reset(int mark) {
        position = mark;
    }

    int depth() {
        return depth;
    }

    void restoreDepth(int value) {
        depth = value;
    }

    void enter() {
        if (++depth > MAX_DEPTH) {
            throw new SyntaxException(
                    SyntaxCode.NESTED_TOO_DEEPLY, here(), "expressions are nested more than " + MAX_DEPTH + " deep");
        }
    }

    void leave() {
        depth--;
    }
}
