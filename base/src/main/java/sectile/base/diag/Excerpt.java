package sectile.base.diag;

/// One source line made fit for a terminal: tabs expanded, control characters as pictures, and where the
/// carets go, counted in terminal cells. A long line is cut around the span.
record Excerpt(String text, int indent, int width) {
    private static final int TAB = 4;
    private static final int MAX_CELLS = 160;
    private static final int CONTEXT_CELLS = 60;
    private static final String CUT = "...";

    /// The first line of a span; the carets stop at the end of that line.
    static Excerpt of(Span span) {
        int line = span.line();
        String source = span.source().lineText(line);
        int lineStart = span.source().lineStart(line);
        int from = Math.min(span.start() - lineStart, source.length());
        int to = Math.min(span.end() - lineStart, source.length());
        int first = isBeyond(source, from, MAX_CELLS - CONTEXT_CELLS) ? offsetBack(source, from) : 0;
        var text = new StringBuilder(first > 0 ? CUT : "");
        int cell = text.length();
        int indent = cell;
        int end = cell;
        int at = first;
        while (at < source.length()) {
            if (cell >= MAX_CELLS) {
                text.append(CUT);
                break;
            }
            int point = source.codePointAt(at);
            if (point == '\t') {
                int width = TAB - cell % TAB;
                text.repeat(' ', width);
                cell += width;
            } else {
                text.appendCodePoint(Printable.picture(point));
                cell += cells(point);
            }
            at += Character.charCount(point);
            if (at <= from) {
                indent = cell;
            }
            if (at <= to) {
                end = cell;
            }
        }
        return new Excerpt(text.toString().stripTrailing(), indent, Math.max(1, end - indent));
    }

    private static int offsetBack(String source, int from) {
        int at = from;
        int cells = 0;
        while (at > 0 && cells < CONTEXT_CELLS) {
            int point = source.codePointBefore(at);
            at -= Character.charCount(point);
            cells += cells(point);
        }
        return at;
    }

    /// Whether what is before an offset takes more than so many cells. Looks no further than it must.
    private static boolean isBeyond(String source, int end, int most) {
        int cells = 0;
        for (int at = 0; at < end && cells <= most; at += Character.charCount(source.codePointAt(at))) {
            cells += cells(source.codePointAt(at));
        }
        return cells > most;
    }

    private static int cells(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean wide = (point >= 0x1100 && point <= 0x115f)
                || (point >= 0x2e80 && point <= 0xa4cf)
                || (point >= 0xac00 && point <= 0xd7a3)
                || (point >= 0xf900 && point <= 0xfaff)
                || (point >= 0xfe30 && point <= 0xfe6f)
                || (point >= 0xff00 && point <= 0xff60)
                || (point >= 0x1f300 && point <= 0x1faff)
                || (point >= 0x20000 && point <= 0x3fffd);
        return wide ? 2 : 1;
    }
}
