package sectile.report.html;

import java.util.Locale;

/// The colour of a value between cold and hot, mixed by the browser from the theme's three heat colours.
final class Heat {
    private Heat() {}

    /// A CSS colour for a share from 0 to 1.
    static String colour(double share) {
        double heat = Math.clamp(share, 0.0, 1.0);
        boolean upper = heat > 0.5;
        double part = upper ? heat * 2 - 1 : heat * 2;
        return String.format(
                Locale.ROOT,
                "color-mix(in oklab, var(--heat-%s) %.1f%%, var(--heat-%s))",
                upper ? "high" : "mid",
                part * 100,
                upper ? "mid" : "low");
    }

    /// The class of words on that colour. In the dark theme colours turn bright already in the warm third, in the
    /// light one they turn dark only when hot; with these bounds words keep a contrast of 4.5 on all of them.
    static String ink(double share) {
        return share > 0.85 ? "on-hot" : share > 0.56 ? "on-warm" : "on-cold";
    }

    /// The scale from 0 to the hottest value.
    static void legend(Html out, String cold, String hot) {
        out.raw("<div class=\"heat-legend\"><span>")
                .text(cold)
                .raw("</span><span class=\"ramp\" aria-hidden=\"true\"></span><span>");
        out.text(hot).raw("</span></div>");
    }
}
