package sectile.compiler.artifact;

import java.util.Locale;

/// An SVG that is written shape by shape.
final class Drawing {
    private final StringBuilder shapes = new StringBuilder();

    /// A rectangle.
    ///
    /// @param title what a browser shows for it, `""` for nothing
    void box(double x, double y, double width, double height, String fill, String title) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"#fff\">%s</rect>",
                x, y, width, height, fill, title.isEmpty() ? "" : "<title>" + escaped(title) + "</title>");
    }

    /// Dark text beside shapes.
    void text(double x, double y, String text, String anchor, boolean heading) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"#222\">%s</text>",
                x, y, anchor, heading ? 14 : 11, escaped(text));
    }

    /// Light text in a shape.
    void label(double x, double y, String text) {
        add("<text x=\"%.1f\" y=\"%.1f\" font-size=\"11\" fill=\"#fff\">%s</text>", x, y, escaped(text));
    }

    void arrow(double fromX, double fromY, double toX, double toY) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#666\" marker-end=\"url(#end)\"/>",
                fromX, fromY, toX, toY);
    }

    private void add(String shape, Object... values) {
        shapes.append(String.format(Locale.ROOT, shape, values)).append('\n');
    }

    String svg(int width, int height) {
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
            font-family="sans-serif">
            <defs><marker id="end" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">\
            <path d="M0,0 L8,4 L0,8 z" fill="#666"/></marker></defs>
            <rect width="100%%" height="100%%" fill="#fff"/>
            """.formatted(width, height) + shapes + "</svg>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
