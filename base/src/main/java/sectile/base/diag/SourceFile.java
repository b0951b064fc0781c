package sectile.base.diag;

import java.util.Arrays;
import java.util.Objects;

/// A named text that spans point into: a file, or something that represents one, like the `--set` options of
/// a command line.
///
/// Lines end at `\n`, `\r\n` or a lone `\r`. Two sources are equal if name and text are.
public final class SourceFile {
    private final String name;
    private final String text;
    /// The number of the first line. It is not 1 only where nothing but the number of a line is known.
    private final int firstLine;

    private final int[] lineStarts;
    private final boolean hasSurrogates;

    public SourceFile(String name, String text) {
        this(name, text, 1);
    }

    private SourceFile(String name, String text, int firstLine) {
        this.firstLine = firstLine;
        this.name = Objects.requireNonNull(name, "name");
        this.text = Objects.requireNonNull(text, "text");
        this.lineStarts = lineStarts(text);
        this.hasSurrogates = text.chars().anyMatch(character -> Character.isSurrogate((char) character));
    }

    /// One line of a source whose text is not at hand, such as that of a Java class.
    static SourceFile lineOnly(String name, int line) {
        return new SourceFile(name, "", line);
    }

    /// Whether only the number of one line is known.
    boolean isLineOnly() {
        return firstLine != 1;
    }

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /// The number of lines; an empty text has one.
    public int lines() {
        return lineStarts.length;
    }

    /// The line, from 1, that holds the character at `offset`; the end of the text belongs to the last line.
    public int lineOf(int offset) {
        Objects.checkIndex(offset, text.length() + 1);
        int found = Arrays.binarySearch(lineStarts, offset);
        return (found >= 0 ? found + 1 : -found - 1) + firstLine - 1;
    }

    /// The column of `offset` in its line, from 1, in code points.
    public int columnOf(int offset) {
        int start = lineStarts[lineOf(offset) - firstLine];
        return (hasSurrogates ? text.codePointCount(start, offset) : offset - start) + 1;
    }

    /// The offset of the first character of a line.
    public int lineStart(int line) {
        return lineStarts[Objects.checkIndex(line - firstLine, lineStarts.length)];
    }

    /// The offset behind the last character of a line, without its line end.
    public int lineEnd(int line) {
        int start = lineStart(line);
        int end = line - firstLine == lineStarts.length - 1 ? text.length() : lineStarts[line - firstLine + 1];
        while (end > start && isLineEnd(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /// A line without its line end.
    public String lineText(int line) {
        return text.substring(lineStart(line), lineEnd(line));
    }

    /// A span over the whole text.
    public Span all() {
        return new Span(this, 0, text.length());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceFile that
                && firstLine == that.firstLine
                && name.equals(that.name)
                && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + text.hashCode()) + firstLine;
    }

    @Override
    public String toString() {
        return name;
    }

    private static boolean isLineEnd(char character) {
        return character == '\n' || character == '\r';
    }

    private static int[] lineStarts(String text) {
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean ends =
                    character == '\n' || (character == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'));
            if (ends) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }
}
