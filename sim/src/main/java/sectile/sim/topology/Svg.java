package sectile.sim.topology;

import java.util.Locale;

/// Writes the elements of an SVG drawing. Coordinates are in pixels; colours and fonts come from [Palette]'s
/// classes.
final class Svg {
    private final StringBuilder out = new StringBuilder();

    Svg rect(double x, double y, double width, double height, double radius, String classes, String extra) {
        return element(
                "<rect x='%s' y='%s' width='%s' height='%s' rx='%s'%s%s/>",
                px(x), px(y), px(width), px(height), px(radius), classes(classes), extra(extra));
    }

    Svg line(double x1, double y1, double x2, double y2, String classes, String extra) {
        return element(
                "<line x1='%s' y1='%s' x2='%s' y2='%s'%s%s/>",
                px(x1), px(y1), px(x2), px(y2), classes(classes), extra(extra));
    }

    Svg path(String data, String classes, String extra) {
        return element("<path d='%s'%s%s/>", data, classes(classes), extra(extra));
    }

    Svg circle(double x, double y, double radius, String classes, String extra) {
        return element(
                "<circle cx='%s' cy='%s' r='%s'%s%s/>", px(x), px(y), px(radius), classes(classes), extra(extra));
    }

    Svg text(double x, double y, String text, String classes) {
        return element("<text x='%s' y='%s'%s>%s</text>", px(x), px(y), classes(classes), escape(text));
    }

    /// Groups what is drawn until [#close()]; the title is shown when the pointer rests on it.
    Svg open(String title) {
        out.append("<g><title>").append(escape(title)).append("</title>\n");
        return this;
    }

    Svg close() {
        out.append("</g>\n");
        return this;
    }

    /// The whole drawing.
    String document(double width, double height, String title, String style) {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %s %s' width='%s' height='%s' role='img'>%n",
                        px(width),
                        px(height),
                        px(width),
                        px(height))
                + "<title>" + escape(title) + "</title>\n<style>" + style + "</style>\n" + out + "</svg>\n";
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

    private Svg element(String format, Object... arguments) {
        out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
        return this;
    }

    private static String classes(String classes) {
        return classes.isEmpty() ? "" : " class='" + classes + "'";
    }

    private static String extra(String extra) {
        return extra.isEmpty() ? "" : " " + extra;
    }
}
