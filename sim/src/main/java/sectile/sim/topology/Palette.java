package sectile.sim.topology;

import java.util.Locale;
import java.util.OptionalDouble;

/// The colours of a drawing.
final class Palette {
    // Pale yellow over orange to dark red: reads as heat, and in grey it still grows darker evenly.
    private static final int[][] HEAT = {{246, 231, 168}, {253, 208, 110}, {253, 160, 66}, {236, 85, 40}, {158, 17, 50}
    };

    static final String STYLE = """

            text { font: 12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1f2933; }
            .page { fill: #f6f8fa; } .panel { fill: #ffffff; stroke: #d5dbe1; }
            .h1 { font-size: 22px; font-weight: 650; } .h2 { font-size: 14px; font-weight: 650; }
            .dim { fill: #616e7c; } .small { font-size: 11px; } .tiny { font-size: 9px; } .bold { font-weight: 600; }
            .mid { text-anchor: middle; } .end { text-anchor: end; } .on { fill: #ffffff; }
            .box { fill: #eef2f6; stroke: #9aa5b1; } .chip { fill: #243b53; stroke: none; }
            .sip { fill: #ffffff; stroke: #627d98; stroke-width: 1.5; } .cube { fill: #d9e6f2; stroke: #7b9bb8; }
            .plain { fill: #b8cde0; stroke: none; }
            .focus { fill: none; stroke: #d64545; stroke-width: 2; stroke-dasharray: 4 3; }
            .noc { fill: #9fb8d0; stroke: none; } .pe { fill: #2f6f9f; stroke: #ffffff; stroke-width: .8; }
            .hbm { fill: #e3dcf3; stroke: #8a75bf; } .sram { fill: #d7f0e3; stroke: #5fa883; }
            .cpu { fill: #fdf0d5; stroke: #c9a24b; }
            .link { fill: none; stroke-linecap: round; }
            .host_pcie, .pcie_switch, .switch_sip { stroke: #829ab1; } .sip_sip { stroke: #d9822b; }
            .iocpu_io, .mcpu_noc { stroke: #c9a24b; } .io_noc { stroke: #829ab1; } .ucie { stroke: #3d8168; }
            .pe_noc { stroke: #2f6f9f; } .hbm_noc { stroke: #8a75bf; } .sram_noc { stroke: #5fa883; }
            .thin { stroke-width: 1.5; } .wide { stroke-width: 4; } .faint { opacity: .45; stroke-dasharray: 3 4; }
            .rule { stroke: #e4e7eb; } .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 5px; }
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

    /// The class of a text on a filled shape: light on what is dark.
    static String ink(OptionalDouble heat) {
        return heat.orElse(0) > 0.6 ? " on" : "";
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
