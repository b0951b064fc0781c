package sectile.sim.topology;

import java.util.Locale;
import java.util.OptionalDouble;

/// The colours of a drawing, for a light and a dark page.
final class Palette {
    // Pale yellow over orange to dark red: reads as heat, and in grey it still grows darker evenly.
    private static final int[][] HEAT = {{246, 231, 168}, {253, 208, 110}, {253, 160, 66}, {236, 85, 40}, {158, 17, 50}
    };

    static final String STYLE = """

        :root { color-scheme: light dark; }
        text { font: 12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: light-dark(#1f2933, #e7eaee); }
        .page { fill: light-dark(#f6f8fa, #161a20); } .panel { fill: light-dark(#ffffff, #1b2128); stroke: light-dark(#d5dbe1, #2a3038); }
        .h1 { font-size: 22px; font-weight: 650; } .h2 { font-size: 14px; font-weight: 650; }
        .dim { fill: light-dark(#616e7c, #9ca7b4); } .small { font-size: 11px; } .tiny { font-size: 9px; } .bold { font-weight: 600; }
        .mid { text-anchor: middle; } .end { text-anchor: end; } .on { fill: #ffffff; } .off { fill: #1f2933; }
        .box { fill: light-dark(#eef2f6, #1e232a); stroke: light-dark(#9aa5b1, #566270); } .chip { fill: light-dark(#243b53, #3b5a7a); stroke: none; }
        .sip { fill: light-dark(#ffffff, #1b2128); stroke: light-dark(#627d98, #6f8aa6); stroke-width: 1.5; } .cube { fill: light-dark(#d9e6f2, #22303d); stroke: light-dark(#7b9bb8, #54728e); }
        .plain { fill: light-dark(#b8cde0, #3a5066); stroke: none; }
        .focus { fill: none; stroke: #d64545; stroke-width: 2; stroke-dasharray: 4 3; }
        .noc { fill: light-dark(#9fb8d0, #4a647e); stroke: none; } .pe { fill: light-dark(#2f6f9f, #4f9bd1); stroke: light-dark(#ffffff, #1b2128); stroke-width: .8; }
        .hbm { fill: light-dark(#e3dcf3, #312a47); stroke: #8a75bf; } .sram { fill: light-dark(#d7f0e3, #1e3a2d); stroke: #5fa883; }
        .cpu { fill: light-dark(#fdf0d5, #3d3218); stroke: #c9a24b; }
        .link { fill: none; stroke-linecap: round; }
        .host_pcie, .pcie_switch, .switch_sip { stroke: #829ab1; } .sip_sip { stroke: #d9822b; }
        .iocpu_io, .mcpu_noc { stroke: #c9a24b; } .io_noc { stroke: #829ab1; } .ucie { stroke: light-dark(#3d8168, #5fb394); }
        .pe_noc { stroke: light-dark(#2f6f9f, #4f9bd1); } .hbm_noc { stroke: #8a75bf; } .sram_noc { stroke: #5fa883; }
        .thin { stroke-width: 1.5; } .wide { stroke-width: 4; } .faint { opacity: .45; stroke-dasharray: 3 4; }
        .crossing { stroke: #d64545; stroke-width: 6; opacity: 1; } .inside { fill: light-dark(#fdeaea, #3a2326); stroke: #d64545; } .alarm { fill: #d64545; }
        .failed { stroke: #9aa5b1; stroke-width: 1.5; stroke-dasharray: 2 5; }
        .rule { stroke: light-dark(#e4e7eb, #2a3038); } .halo { paint-order: stroke; stroke: light-dark(#ffffff, #1b2128); stroke-width: 5px; }
        """;

    private Palette() {}

    /// The style of a filled shape with a value; empty for a shape without one.
    static String fill(OptionalDouble heat) {
        return heat.isPresent() ? "fill:" + heat(heat.getAsDouble()) : "";
    }

    /// The style of a line with a value; empty for a line without one.
    static String stroke(OptionalDouble heat) {
        return heat.isPresent() ? "stroke:" + heat(heat.getAsDouble()) + ";opacity:1" : "";
    }

    /// The class of a text on a filled shape: light on what is dark. The colours of heat are those of both themes.
    static String ink(OptionalDouble heat) {
        return heat.isEmpty() ? "" : heat.getAsDouble() > 0.6 ? " on" : " off";
    }

    static String heat(double value) {
        double scaled = value * (HEAT.length - 1);
        int low = Math.min((int) scaled, HEAT.length - 2);
        double part = scaled - low;
        int[] mixed = new int[3];
        for (int i = 0; i < mixed.length; i++) {
            mixed[i] = (int) Math.round(HEAT[low][i] * (1 - part) + HEAT[low + 1][i] * part);
        }
        return String.format(Locale.ROOT, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
    }
}
