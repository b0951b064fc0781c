package sectile.base.xml;

import java.util.ArrayDeque;
import java.util.Deque;

/// Writes XML, one element on each line.
///
/// ```java
/// String text = new XmlWriter().begin("algo", "name", "ring").empty("gpu", "id", 0).end().text();
/// ```
public final class XmlWriter {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /// Begins an element.
    ///
    /// @param attributes names and values in turn
    public XmlWriter begin(String name, Object... attributes) {
        tag(name, attributes).append(">\n");
        open.push(name);
        return this;
    }

    /// An element without content.
    public XmlWriter empty(String name, Object... attributes) {
        tag(name, attributes).append("/>\n");
        return this;
    }

    /// Ends the element that was begun last.
    public XmlWriter end() {
        String name = open.pop();
        indent().append("</").append(name).append(">\n");
        return this;
    }

    public String text() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("elements are still open: " + open);
        }
        return out.toString();
    }

    private StringBuilder indent() {
        return out.repeat("  ", open.size());
    }

    private StringBuilder tag(String name, Object... attributes) {
        indent().append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(String.valueOf(attributes[i + 1]));
            out.append('"');
        }
        return out;
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> {
                    if (c < ' ') {
                        out.append("&#").append((int) c).append(';');
                    } else {
                        out.append(c);
                    }
                }
            }
        }
    }
}
