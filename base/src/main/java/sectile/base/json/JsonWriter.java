package sectile.base.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;

/// Writes one JSON document as it is told, value by value.
///
/// Longs are exact, doubles have the fewest digits that read back as the same double. A document that is no
/// JSON (a value without a name in an object, two documents, an end without a beginning, NaN) is an error of
/// the caller.
public final class JsonWriter implements AutoCloseable {
    private enum Scope {
        DOCUMENT,
        ARRAY,
        OBJECT,
        /// In an object, after a name.
        MEMBER
    }

    private final Appendable out;
    private final boolean pretty;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private int depth;
    private boolean first = true;

    private JsonWriter(Appendable out, boolean pretty) {
        this.out = out;
        this.pretty = pretty;
        scopes.push(Scope.DOCUMENT);
    }

    /// A writer that adds no white space.
    public static JsonWriter compact(Appendable out) {
        return new JsonWriter(out, false);
    }

    /// A writer that indents by two spaces and ends with a newline.
    public static JsonWriter pretty(Appendable out) {
        return new JsonWriter(out, true);
    }

    public JsonWriter beginObject() {
        return begin(Scope.OBJECT, "{");
    }

    public JsonWriter endObject() {
        return end(Scope.OBJECT, "}");
    }

    public JsonWriter beginArray() {
        return begin(Scope.ARRAY, "[");
    }

    public JsonWriter endArray() {
        return end(Scope.ARRAY, "]");
    }

    /// The name of the member whose value comes next.
    public JsonWriter name(String name) {
        if (scopes.peek() != Scope.OBJECT) {
            throw new IllegalStateException("a name, `" + name + "`, is only allowed in an object, before its value");
        }
        separate();
        JsonText.quote(name, this::append);
        append(pretty ? ": " : ":");
        scopes.push(Scope.MEMBER);
        return this;
    }

    public JsonWriter value(String text) {
        beforeValue();
        JsonText.quote(text, this::append);
        return afterValue();
    }

    public JsonWriter value(long number) {
        return plain(Long.toString(number));
    }

    public JsonWriter value(double number) {
        return plain(JsonText.number(number));
    }

    public JsonWriter value(float number) {
        return plain(JsonText.number(number));
    }

    public JsonWriter value(BigDecimal number) {
        return plain(number.toString());
    }

    public JsonWriter value(BigInteger number) {
        return plain(number.toString());
    }

    public JsonWriter value(boolean truth) {
        return plain(Boolean.toString(truth));
    }

    public JsonWriter nullValue() {
        return plain("null");
    }

    public JsonWriter member(String name, String text) {
        return name(name).value(text);
    }

    public JsonWriter member(String name, long number) {
        return name(name).value(number);
    }

    public JsonWriter member(String name, double number) {
        return name(name).value(number);
    }

    public JsonWriter member(String name, boolean truth) {
        return name(name).value(truth);
    }

    /// Ends the document; an unfinished one is an error. What was written to stays open: it belongs to the
    /// caller.
    @Override
    public void close() {
        if (scopes.size() != 1 || first) {
            throw new IllegalStateException("the document is unfinished, open are " + scopes);
        }
        if (pretty) {
            append("\n");
        }
    }

    private JsonWriter begin(Scope scope, String bracket) {
        beforeValue();
        append(bracket);
        scopes.push(scope);
        depth++;
        first = true;
        return this;
    }

    private JsonWriter end(Scope scope, String bracket) {
        if (scopes.peek() != scope) {
            throw new IllegalStateException("`" + bracket + "` does not end " + scopes.peek());
        }
        scopes.pop();
        depth--;
        if (!first) {
            lineBreak();
        }
        append(bracket);
        return afterValue();
    }

    private JsonWriter plain(String text) {
        beforeValue();
        append(text);
        return afterValue();
    }

    private void beforeValue() {
        switch (scopes.element()) {
            case MEMBER -> {}
            case ARRAY -> separate();
            case OBJECT -> throw new IllegalStateException("a value in an object needs a name before it");
            case DOCUMENT -> {
                if (!first) {
                    throw new IllegalStateException("a document has one value");
                }
            }
        }
    }

    private JsonWriter afterValue() {
        if (scopes.peek() == Scope.MEMBER) {
            scopes.pop();
        }
        first = false;
        return this;
    }

    private void separate() {
        if (!first) {
            append(",");
        }
        lineBreak();
    }

    private void lineBreak() {
        if (pretty) {
            append("\n");
            append("  ".repeat(depth));
        }
    }

    private void append(CharSequence text) {
        try {
            out.append(text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
