package sectile.sim.topology;

/// Writes the elements of an SVG drawing. Coordinates are in pixels; classes are those of [Palette#STYLE], and
/// `style` is what a single element has of its own.
final class Svg {
    private final StringBuilder out = new StringBuilder();

    private String key = "";

    void rect(double x, double y, double width, double height, double radius, String classes, String style) {
        begin("rect");
        number("x", x);
        number("y", y);
        number("width", width);
        number("height", height);
        number("rx", radius);
        end(classes, style);
    }

    void line(double x1, double y1, double x2, double y2, String classes, String style) {
        begin("line");
        number("x1", x1);
        number("y1", y1);
        number("x2", x2);
        number("y2", y2);
        end(classes, style);
    }

    void path(String data, String classes, String style) {
        begin("path");
        attribute("d", data);
        end(classes, style);
    }

    void text(double x, double y, String text, String classes) {
        begin("text");
        number("x", x);
        number("y", y);
        attribute("class", classes);
        out.append('>').append(escape(text)).append("</text>\n");
    }

    /// Groups what is drawn until [#close()]; the title is shown when the pointer rests on it.
    void open(String title) {
        out.append("<g><title>").append(escape(title)).append("</title>\n");
    }

    void close() {
        out.append("</g>\n");
    }

    /// The whole drawing.
    String document(double width, double height, String title, String style) {
        String size = px(width) + " " + px(height);
        return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + size + "' width='" + px(width) + "' height='"
                + px(height) + "' role='img'>\n<title>" + escape(title) + "</title>\n<style>" + style + "</style>\n"
                + out + "</svg>\n";
    }

    /// A coordinate with at most one decimal.
    static String px(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;");
    }

    private void begin(String name) {
        out.append('<').append(name);
    }

    private void number(String name, double value) {
        attribute(name, px(value));
    }

    private void attribute(String name, String value) {
        if (!value.isEmpty()) {
            out.append(' ').append(name).append("='").append(value).append('\'');
        }
    }

    /// The next shape is found by this key.
    Svg keyed(String shapeKey) {
        key = shapeKey;
        return this;
    }

    private void end(String classes, String style) {
        attribute("data-place", key);
        key = "";
        attribute("class", classes);
        attribute("style", style);
        out.append("/>\n");
    }
}
