package sectile.python.syntax;

import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// A piece of program text. `text` is the source text, except of strings, where it is the value.
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        NAME,
        INT,
        FLOAT,
        STRING,
        /// An f-string; its text still holds the braces.
        FSTRING,
        OPERATOR,
        NEWLINE,
        INDENT,
        DEDENT,
        END
    }

    Span span(SourceFile source) {
        return new Span(source, start, end);
    }

    boolean is(String operator) {
        return (kind == Kind.OPERATOR || kind == Kind.NAME) && text.equals(operator);
    }

    /// For messages.
    String describe() {
        return switch (kind) {
            case NEWLINE -> "the end of the line";
            case INDENT -> "an indentation";
            case DEDENT -> "the end of a block";
            case END -> "the end of the file";
            case STRING, FSTRING -> "a string";
            case NAME, INT, FLOAT, OPERATOR -> "`" + text + "`";
        };
    }
}
