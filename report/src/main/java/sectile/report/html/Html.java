package sectile.report.html;

import java.util.Locale;

/// Text of a page in the making. Everything goes through here, so that every string is escaped once.
final class Html {
    private final StringBuilder out = new StringBuilder();

    /// Markup of ours, as it is.
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /// Words, which can never become markup.
    Html text(String words) {
        out.append(escape(words));
        return this;
    }

    /// ` name="value"`.
    Html attribute(String name, String value) {
        out.append(' ').append(name).append("=\"").append(escape(value)).append('"');
        return this;
    }

    /// ` name="12.5"`.
    Html attribute(String name, double value) {
        return attribute(name, number(value));
    }

    /// `<tag class="style">words</tag>`.
    Html element(String tag, String style, String words) {
        out.append('<').append(tag);
        if (!style.isEmpty()) {
            attribute("class", style);
        }
        out.append('>').append(escape(words)).append("</").append(tag).append('>');
        return this;
    }

    /// A coordinate or length with at most two decimals.
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return String.format(Locale.ROOT, "%.2f", value);
    }

    static String escape(String words) {
        var safe = new StringBuilder(words.length() + 16);
        words.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                case '\n', '\t' -> safe.appendCodePoint(c);
                // Control characters and lone surrogates are not allowed in a page.
                default ->
                    safe.appendCodePoint(
                            Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? 0xfffd : c);
            }
        });
        return safe.toString();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
