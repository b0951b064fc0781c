package sectile.cli.topology;

import java.util.Locale;
import sectile.base.json.JsonWriter;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.ComponentKind;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.Topology;

/// A machine as a JSON document. An infinite bandwidth is the word `inf`, as in topology files.
final class TopologyJson {
    private TopologyJson() {}

    static void write(JsonWriter json, Topology machine) {
        json.beginObject().member("ok", true).member("name", machine.name());
        json.member("sips", machine.sips())
                .member("sip_topology", machine.sipGrid().topology().text())
                .member("join", machine.join().name().toLowerCase(Locale.ROOT))
                .member("racks", machine.racks());
        json.member("cubes", machine.cubes());
        json.name("cube_mesh")
                .beginObject()
                .member("w", machine.cubeMesh().w())
                .member("h", machine.cubeMesh().h())
                .member("wrap", machine.cubeMesh().wraps())
                .endObject();
        json.member("pes_per_cube", machine.pesPerCube()).member("pes", machine.pes());
        json.member("hbm_bytes", machine.memoryMap().hbm())
                .member("hbm_slice_bytes", machine.hbmSlice())
                .member("sram_bytes", machine.memoryMap().sram())
                .member("tcm_bytes", machine.memoryMap().tcm())
                .member("tcm_usable_bytes", machine.memoryMap().tcmUsable())
                .member("address_bits", machine.address().totalBits());
        json.name("links").beginObject();
        for (LinkKind kind : LinkKind.values()) {
            machine.findLink(kind).ifPresent(link -> write(json, link));
        }
        json.endObject();
        BestRates.write(json, machine);
        json.name("components").beginObject();
        for (ComponentKind kind : ComponentKind.values()) {
            json.name(kind.text())
                    .beginObject()
                    .member("impl", machine.component(kind).impl())
                    .member("overhead_ps", machine.component(kind).model().overheadPs())
                    .endObject();
        }
        json.endObject().endObject();
    }

    private static void write(JsonWriter json, LinkSpec link) {
        json.name(link.kind().text()).beginObject().name("bandwidth_gbs");
        Bandwidth bandwidth = link.bandwidth();
        if (bandwidth.infinite()) {
            json.value("inf");
        } else {
            json.value(bandwidth.gbs());
        }
        json.member("latency_ps", link.latencyPs()).endObject();
    }
}
