package sectile.sim.random;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import sectile.sim.Place;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topology;

/// Random topologies, wirings and homes.
final class Machines {
    private final Random random;

    Machines(Random random) {
        this.random = random;
    }

    <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    String preset() {
        return pick(List.of("small", "small", "small", "flat", "torus"));
    }

    /// Changes to a preset: every one leaves a valid machine, some take all costs of a kind away.
    List<String> settings(String preset) {
        List<String> settings = new ArrayList<>();
        settings.add("system.fabric.chunk_bytes=" + pick(List.of("48", "100", "256", "16384")));
        settings.add("system.fabric.virtual_channels=" + (1 + random.nextInt(3)));
        if (preset.equals("small")) {
            settings.add("system.sips.count=" + (1 + random.nextInt(4)));
            settings.add("system.sips.join=" + pick(List.of("switch", "direct")));
            settings.add("sip.cube_mesh={ w: " + (1 + random.nextInt(3)) + ", h: " + (1 + random.nextInt(2)) + " }");
            settings.add("cube.pe_layout.pe_per_corner=" + (1 + random.nextInt(2)));
        }
        List<String> wanted = new ArrayList<>(List.of(
                "cube.links.pe_noc.duplex=half",
                "sip.links.ucie.duplex=half",
                "system.links.sip_sip.duplex=half",
                "cube.links.pe_noc.bandwidth_gbs=33.3",
                "cube.links.pe_noc.bandwidth_gbs=inf",
                "sip.links.ucie.bandwidth_gbs=inf",
                "sip.links.ucie.bandwidth_gbs=899.7",
                "sip.links.ucie.latency_ns=0",
                "cube.links.hbm_noc.bandwidth_gbs=7",
                "cube.components.noc.attrs.overhead_ns=0",
                "cube.components.hbm.attrs.overhead_ns=0",
                "pe.components.pe_dma.attrs.bandwidth_gbs=100",
                "pe.components.pe_dma.attrs.bandwidth_gbs=inf",
                "pe.components.tcm.attrs.bandwidth_gbs=50",
                "pe.components.tcm.attrs.bandwidth_gbs=inf",
                "pe.components.scheduler.attrs.overhead_ns=0",
                "pe.components.pe_ipcq.attrs.overhead_ns=0",
                "pe.components.pe_mmu.attrs.overhead_ns=13.001",
                "pe.components.pe_gemm.attrs.model=systolic",
                "pe.components.pe_math.attrs.lanes=3",
                "pe.components.pe_math.attrs.clock_ghz=inf",
                "system.fabric.credit_bytes=0",
                "system.fabric.request_bytes=0"));
        for (int i = random.nextInt(6); i > 0; i--) {
            settings.add(wanted.remove(random.nextInt(wanted.size())));
        }
        return settings;
    }

    /// Up to six PEs, in random order.
    List<Place> ranks(Topology topology) {
        int wanted = 1 + random.nextInt(6);
        List<Place> ranks = new ArrayList<>();
        for (int tries = 0; ranks.size() < wanted && tries < 100; tries++) {
            Place place = place(topology);
            if (!ranks.contains(place)) {
                ranks.add(place);
            }
        }
        return ranks;
    }

    private Place place(Topology topology) {
        return new Place(
                random.nextInt(topology.sips()),
                random.nextInt(topology.cubes()),
                random.nextInt(topology.pesPerCube()));
    }

    /// Where every direction leads: a ring, a tree, or edges of any name, some from a PE to itself.
    List<Map<String, Program.End>> ends(int count) {
        List<Map<String, Program.End>> ends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ends.add(new LinkedHashMap<>());
        }
        switch (random.nextInt(3)) {
            case 0 -> {
                for (int i = 0; i < count; i++) {
                    join(ends, i, "E", (i + 1) % count, "W");
                }
            }
            case 1 -> {
                for (int i = 1; i < count; i++) {
                    join(ends, (i - 1) / 2, "child" + (i - 1) % 2, i, "parent");
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    for (int j = i + 1; j < count; j++) {
                        if (chance(50)) {
                            join(ends, i, "to" + j, j, "from" + i);
                        }
                    }
                    if (chance(20)) {
                        join(ends, i, "global_N", i, "global_S");
                    }
                }
            }
        }
        return ends;
    }

    private static void join(List<Map<String, Program.End>> ends, int a, String there, int b, String back) {
        ends.get(a).put(there, new Program.End(b, back));
        ends.get(b).put(back, new Program.End(a, there));
    }

    static Wiring wiring(List<Place> ranks, List<Map<String, Program.End>> ends) {
        return Wiring.of(ranks, place -> {
            SequencedMap<String, Place> directions = new LinkedHashMap<>();
            ends.get(ranks.indexOf(place))
                    .forEach((direction, end) -> directions.put(direction, ranks.get(end.rank())));
            return directions;
        });
    }

    /// One block of any memory, or a virtual range over several.
    Program.Home home(Topology topology, Place owner, boolean anywhere) {
        if (!chance(30)) {
            Place place = anywhere && chance(30) ? place(topology) : owner;
            return new Program.Home(false, List.of(new Program.Part(pick(Space.values()), place, Layout.BYTES)));
        }
        List<Program.Part> parts = new ArrayList<>();
        int left = Layout.BYTES;
        while (left > 0) {
            // Not a multiple of the largest element: accesses are cut in the middle.
            int bytes = parts.size() == 4 ? left : Math.min(left, 8 * (1 + random.nextInt(600)));
            parts.add(new Program.Part(pick(Space.values()), place(topology), bytes));
            left -= bytes;
        }
        return new Program.Home(true, parts);
    }

    private Space pick(Space[] spaces) {
        return spaces[random.nextInt(spaces.length)];
    }
}
