package sectile.report.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Quantity;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.table.Table;
import sectile.sim.machine.EnergyUse;

/// The energy of a run, if the topology says what things use.
final class Energy {
    private static final BigDecimal PICO = new BigDecimal("1e-12");

    private final EnergyUse use;
    private final long latencyPs;

    private Energy(EnergyUse use, long latencyPs) {
        this.use = use;
        this.latencyPs = latencyPs;
    }

    static Optional<Energy> of(Outcome outcome) {
        return outcome.statistics().energy().map(use -> new Energy(use, outcome.latencyPs()));
    }

    private BigDecimal totalPj() {
        return use.totalPj(latencyPs);
    }

    /// Energy × delay in J·s.
    private BigDecimal product() {
        return totalPj().multiply(PICO).multiply(BigDecimal.valueOf(latencyPs)).multiply(PICO);
    }

    private double watts() {
        return latencyPs == 0 ? 0 : totalPj().doubleValue() / latencyPs;
    }

    /// One line: how much, at which power, and the product of energy and delay.
    String sentence() {
        return "energy " + new Quantity.Energy(totalPj().doubleValue()).text() + ", " + Units.number(watts())
                + " W on average, energy × delay "
                + Units.number(product().doubleValue()) + " J·s"
                + (use.areasMm2().isEmpty()
                        ? ""
                        : ", area " + Units.number(use.areaMm2().doubleValue()) + " mm²");
    }

    Table byPart() {
        return table("Energy by component", "component", use.byPart(latencyPs), "");
    }

    Table byLine() {
        return table("Energy by line", "line", use.byLine(latencyPs), "what no line asked for");
    }

    private Table table(String title, String what, Map<String, BigDecimal> parts, String unnamed) {
        Table.Builder table = Table.builder(title)
                .column(what, Unit.TEXT)
                .column("energy", Unit.PICOJOULES)
                .column("part", Unit.RATIO);
        double total = totalPj().doubleValue();
        parts.entrySet().stream()
                .sorted(Map.Entry.<String, BigDecimal>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(part -> table.row(
                        part.getKey().isEmpty() ? unnamed : part.getKey(),
                        part.getValue().doubleValue(),
                        total == 0 ? 0 : part.getValue().doubleValue() / total));
        return table.build();
    }

    /// Members of the document of a run.
    void write(JsonWriter json) {
        json.name("energy_pj").value(plain(totalPj()));
        json.member("power_w", watts())
                .name("energy_delay_js")
                .value(product().round(MathContext.DECIMAL64).doubleValue());
        json.name("area_mm2").value(plain(use.areaMm2()));
        json.name("energy_by_component").beginArray();
        use.byPart(latencyPs).forEach((part, energy) -> write(json, "component", part, energy));
        json.endArray().name("energy_by_line").beginArray();
        use.byLine(latencyPs).forEach((line, energy) -> write(json, "line", line, energy));
        json.endArray();
    }

    private static void write(JsonWriter json, String name, String part, BigDecimal energy) {
        json.beginObject()
                .member(name, part)
                .name("energy_pj")
                .value(plain(energy))
                .endObject();
    }

    private static BigDecimal plain(BigDecimal value) {
        return value.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(value.stripTrailingZeros().toPlainString());
    }
}
