package sectile.cli.topology;

import java.util.EnumSet;
import java.util.Set;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.dist.ccl.Collective;
import sectile.dist.limit.Bottleneck;
import sectile.dist.limit.LowerBound;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.sim.topology.Topology;

/// What the links between SIPs allow at best: the size of each collective over its time, with a rank on every SIP.
final class BestRates {
    private static final Set<Collective> MOVING = EnumSet.complementOf(EnumSet.of(Collective.BARRIER));

    private BestRates() {}

    /// Nothing for a machine of one SIP.
    static String text(Topology machine) {
        if (machine.sips() < 2) {
            return "";
        }
        if (!machine.wires().failLater()) {
            return text(machine, "");
        }
        return text(machine, ", before links fail during a run")
                + text(machine.withLastingLinks(), ", after links have failed");
    }

    private static String text(Topology machine, String when) {
        Table.Builder table = Table.builder(
                        "Best possible rate of collectives of large arrays, " + machine.sips() + " ranks" + when)
                .column("collective", Unit.TEXT)
                .column("size / time", Unit.TEXT)
                .column("limited by", Unit.TEXT);
        for (Collective collective : MOVING) {
            Bottleneck limit = LowerBound.bottleneck(machine, machine.sips(), collective);
            String rate = Double.isInfinite(limit.gbs()) ? "inf" : Units.rate(limit.gbs() * 1e9);
            table.row(collective.text(), rate, limit.describe());
        }
        return "\n" + TextTable.render(table.build());
    }

    static void write(JsonWriter json, Topology machine) {
        write(json, machine, "best_gbs");
        if (machine.wires().failLater()) {
            write(json, machine.withLastingLinks(), "best_gbs_after_failures");
        }
    }

    private static void write(JsonWriter json, Topology machine, String name) {
        json.name(name).beginObject();
        for (Collective collective : MOVING) {
            double gbs = LowerBound.bestGbs(machine, machine.sips(), collective);
            json.name(collective.text());
            if (Double.isInfinite(gbs)) {
                json.value("inf");
            } else {
                json.value(gbs);
            }
        }
        json.endObject();
    }
}
