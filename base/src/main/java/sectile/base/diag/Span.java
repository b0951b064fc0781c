package sectile.base.diag;

import java.util.Objects;

/// A half-open range `[start, end)` of a source, in UTF-16 units.
public record Span(SourceFile source, int start, int end) {
    private static final Span NONE = new Span(new SourceFile("", ""), 0, 0);

    public Span {
        Objects.requireNonNull(source, "source");
        Objects.checkFromToIndex(start, end, source.text().length());
    }

    /// The span of things that are in no source. It shows no position and no excerpt.
    public static Span none() {
        return NONE;
    }

    /// A line of a source whose text is not at hand. It shows its position and no excerpt.
    ///
    /// @param line from 1
    public static Span ofLine(String name, int line) {
        return new Span(SourceFile.lineOnly(name, line), 0, 0);
    }

    public boolean isNone() {
        return source.name().isEmpty() && source.text().isEmpty();
    }

    /// The line of the first character, from 1.
    public int line() {
        return source.lineOf(start);
    }

    /// The column of the first character, from 1.
    public int column() {
        return source.columnOf(start);
    }

    /// The characters covered.
    public String text() {
        return source.text().substring(start, end);
    }

    /// The span from the beginning of this one to the end of another; a missing side gives the other one.
    public Span to(Span last) {
        if (last.isNone()) {
            return this;
        }
        if (isNone()) {
            return last;
        }
        if (!source.equals(last.source)) {
            throw new IllegalArgumentException("spans of two sources cannot be joined: " + this + " and " + last);
        }
        return new Span(source, Math.min(start, last.start), Math.max(end, last.end));
    }

    /// `file:line:column`, without the column where only the line is known, or an empty string for [#none()].
    @Override
    public String toString() {
        return isNone() ? "" : source.name() + ":" + line() + (source.isLineOnly() ? "" : ":" + column());
    }
}
