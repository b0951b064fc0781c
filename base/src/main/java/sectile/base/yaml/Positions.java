package sectile.base.yaml;

import org.snakeyaml.engine.v2.exceptions.Mark;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// Translates the parser's positions, which count code points from where it began, into offsets of the
/// source.
final class Positions {
    private final SourceFile source;
    private final int start;
    private final int[] offsets; // empty if every code point is one char

    Positions(SourceFile source, int start) {
        this.source = source;
        this.start = start;
        String text = source.text();
        boolean plain = text.chars().noneMatch(character -> Character.isSurrogate((char) character));
        this.offsets = plain ? new int[0] : offsets(text, start);
    }

    /// The text the parser is to read.
    String text() {
        return source.text().substring(start);
    }

    int offset(int codePoints) {
        if (offsets.length == 0) {
            return Math.clamp((long) start + codePoints, start, source.text().length());
        }
        return offsets[Math.clamp(codePoints, 0, offsets.length - 1)];
    }

    /// The span between two marks, without white space at its end.
    Span span(Mark first, Mark last) {
        int from = offset(first.getIndex());
        int to = Math.max(from, offset(last.getIndex()));
        return new Span(source, from, trimmed(from, to));
    }

    Span at(int codePoints) {
        int from = offset(codePoints);
        return new Span(source, from, Math.min(from + 1, source.text().length()));
    }

    Span end() {
        int length = source.text().length();
        return new Span(source, length, length);
    }

    private int trimmed(int from, int to) {
        String text = source.text();
        int end = to;
        while (end > from && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static int[] offsets(String text, int start) {
        int count = text.codePointCount(start, text.length());
        int[] offsets = new int[count + 1];
        int offset = start;
        for (int i = 0; i < count; i++) {
            offsets[i] = offset;
            offset += Character.charCount(text.codePointAt(offset));
        }
        offsets[count] = offset;
        return offsets;
    }
}
