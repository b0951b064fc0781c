package sectile.report.run;

import java.util.Comparator;
import java.util.function.Consumer;
import sectile.base.json.JsonWriter;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.topology.CutMark;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult.Phase;

/// An [Outcome] for programs: everything that the summary shows, and all engines and links.
public final class RunJson {
    private RunJson() {}

    /// Writes one JSON object.
    public static void write(JsonWriter json, Outcome outcome) {
        write(json, outcome, more -> {});
    }

    /// The same with further members at the end.
    public static void write(JsonWriter json, Outcome outcome, Consumer<JsonWriter> more) {
        json.beginObject();
        ValuesJson.members(
                json,
                outcome.workload(),
                "machine",
                outcome.seed(),
                outcome.ok(),
                outcome.checked(),
                outcome.wrong(),
                outcome.wrongValues(),
                outcome.results());
        json.member("topology", outcome.topology().name())
                .member("data", outcome.data())
                .member("latency_ps", outcome.latencyPs())
                .member("events", outcome.statistics().events());
        outcome.eventsPerSecond().ifPresent(rate -> json.member("events_per_second", rate));
        outcome.wall().ifPresent(time -> json.member("wall_ms", time.toNanos() / 1e6));
        json.member("trace_hash", outcome.statistics().traceHash());
        outcome.statistics().valueHash().ifPresent(hash -> json.member("value_hash", hash));
        json.member("unmatched_messages", outcome.statistics().unmatched());
        Figures.write(json, outcome.figures());
        Energy.of(outcome).ifPresent(energy -> energy.write(json));
        if (!outcome.cut().links().isEmpty()) {
            write(json, outcome.topology(), outcome.cut());
        }
        json.name("phases").beginArray();
        outcome.phases().forEach(phase -> write(json, phase));
        json.endArray();
        PhaseTables.write(json, outcome);
        SourceLines.write(json, outcome.recorded().lines());
        CauseTime.write(json, outcome.recorded().causes());
        Levels.write(json, outcome.recorded().levels());
        json.name("engines").beginArray();
        outcome.statistics().engines().forEach(use -> write(json, outcome, use));
        json.endArray().name("links").beginArray();
        outcome.statistics().links().forEach(use -> write(json, outcome, use));
        json.endArray();
        outcome.why().ifPresent(why -> WhyTables.write(json, outcome, why));
        more.accept(json);
        json.endObject();
    }

    /// The links that limit the run, and the SIPs on one side of them.
    private static void write(JsonWriter json, Topology machine, CutMark cut) {
        json.name("cut").beginObject().member("title", cut.title()).name("sips").beginArray();
        cut.sips().stream().sorted().forEach(json::value);
        json.endArray().name("links").beginArray();
        cut.links().stream()
                .sorted(Comparator.comparing(LinkPlace::kind)
                        .thenComparingInt(LinkPlace::sip)
                        .thenComparingInt(LinkPlace::index))
                .forEach(place -> write(json, machine, place));
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, Topology machine, LinkPlace place) {
        json.beginObject().member("kind", place.kind().text()).member("sip", place.sip());
        if (place.kind() == LinkKind.SIP_SIP) {
            SipNetwork.direction(place).ifPresent(port -> json.member("port", port.name()));
            json.member("to", SipNetwork.ends(machine, place).getLast());
        } else if (place.kind() == LinkKind.IO_NOC) {
            json.member("cube", machine.ioCubes().get(place.index()));
        }
        json.endObject();
    }

    private static void write(JsonWriter json, Phase phase) {
        json.beginObject()
                .member("name", phase.name())
                .member("detail", phase.detail())
                .member("latency_ps", phase.result().latencyPs())
                .member("pe_execution_ps", phase.result().peExecutionPs())
                .member("network_ps", phase.result().networkPs())
                .endObject();
    }

    private static void write(JsonWriter json, Outcome outcome, EngineUse use) {
        json.beginObject()
                .member("name", use.name())
                .member("busy_ps", use.busyPs())
                .member("utilisation", outcome.part(use.busyPs()))
                .member("wait_ps", use.waitPs())
                .member("waited", outcome.part(use.waitPs()))
                .member(use.computes() ? "operations" : "bytes", use.amount())
                .endObject();
    }

    private static void write(JsonWriter json, Outcome outcome, LinkUse use) {
        json.beginObject()
                .member("name", use.name())
                .member("bytes", use.bytes())
                .member("busy_ps", use.busyPs())
                .member("utilisation", outcome.part(use.busyPs()))
                .endObject();
    }
}
