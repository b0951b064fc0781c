package sectile.dist.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Machines of two to nine ranks: rings, grids, graphs and switches, whose links differ, fail, take turns or are faster
/// one way than the other, with nothing or a lot to do inside a SIP.
final class RandomMachines {
    private RandomMachines() {}

    static Topology machine(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> settings = new ArrayList<>();
        // On `flat` only links cost anything; on the others, engines, memories and networks inside a SIP do.
        String preset = switch (random.nextInt(4)) {
            case 0 -> "small";
            case 1 -> "default";
            default -> "flat";
        };
        if (preset.equals("default")) {
            settings.add("sip.cube_mesh={ w: 2, h: 2 }");
        }
        settings.add("system.links.sip_sip={ bandwidth_gbs: " + (10 + random.nextInt(190)) + ", latency_ns: "
                + random.nextInt(300) + ", duplex: " + (random.nextInt(5) == 0 ? "half" : "full") + " }");
        List<int[]> pairs = sips(random, settings);
        if (!pairs.isEmpty()) {
            exceptions(random, pairs, settings);
        }
        if (random.nextInt(5) == 0) {
            // What leaves one SIP is slower or faster than what comes to it.
            settings.add("speeds=[{ of: sip" + random.nextInt(2) + ", part: sip_sip, speed: "
                    + (3 + random.nextInt(12)) / 10.0 + " }]");
        }
        return Topologies.preset(preset, settings);
    }

    /// Adds the arrangement, and gives the pairs of SIPs that have a link of their own.
    private static List<int[]> sips(SplittableRandom random, List<String> settings) {
        int w = 2 + random.nextInt(2);
        int h = 1 + random.nextInt(3);
        return switch (random.nextInt(6)) {
            case 0 -> {
                int count = 2 + random.nextInt(7);
                settings.add("system.sips={ count: " + count + ", topology: ring_1d, join: direct }");
                yield IntStream.range(0, count == 2 ? 0 : count)
                        .mapToObj(sip -> new int[] {sip, (sip + 1) % count})
                        .toList();
            }
            case 1 -> {
                grid(settings, "torus_2d", w, h, "direct");
                yield List.of();
            }
            case 2 -> {
                grid(settings, "mesh_2d_no_wrap", w, h, "direct");
                yield List.of();
            }
            case 3 -> {
                grid(settings, "torus_2d", w, h, "switch");
                settings.add("system.links.switch_sip={ bandwidth_gbs: " + (10 + random.nextInt(190)) + ", latency_ns: "
                        + random.nextInt(300) + " }");
                yield List.of();
            }
            default -> graph(random, settings);
        };
    }

    private static void grid(List<String> settings, String arrangement, int w, int h, String join) {
        settings.add("system.sips={ count: " + w * h + ", topology: " + arrangement + ", join: " + join
                + ", shape: { w: " + w + ", h: " + h + " } }");
    }

    private static List<int[]> graph(SplittableRandom random, List<String> settings) {
        int sips = 3 + random.nextInt(6);
        List<int[]> pairs = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (int b = 1; b < sips; b++) {
            int parent = random.nextInt(b);
            for (int a = 0; a < b; a++) {
                if (a == parent || random.nextInt(3) == 0) {
                    pairs.add(new int[] {a, b});
                    texts.add("[" + a + ", " + b + "]");
                }
            }
        }
        settings.add("system.sips={ count: " + sips + ", topology: graph, join: direct, pairs: " + texts + " }");
        return pairs;
    }

    /// Some links are faster or slower, and now and then one that others can replace has failed.
    private static void exceptions(SplittableRandom random, List<int[]> pairs, List<String> settings) {
        List<String> different = new ArrayList<>();
        for (int[] pair : pairs) {
            if (random.nextInt(3) == 0) {
                different.add("{ between: [" + pair[0] + ", " + pair[1] + "], bandwidth_gbs: "
                        + (5 + random.nextInt(300)) + " }");
            }
        }
        if (!different.isEmpty()) {
            settings.add("system.links.different=" + different);
        }
        int failed = random.nextInt(pairs.size());
        if (random.nextInt(3) == 0 && isConnectedWithout(pairs, failed)) {
            // Some of them during a collective of a large array.
            int us = random.nextInt(3) == 0 ? 5 + random.nextInt(200) : 0;
            settings.add("system.links.failed=[{ between: [" + pairs.get(failed)[0] + ", " + pairs.get(failed)[1]
                    + "], at_ns: " + 1000 * us + " }]");
        }
    }

    private static boolean isConnectedWithout(List<int[]> pairs, int left) {
        int sips = 1
                + pairs.stream()
                        .mapToInt(pair -> Math.max(pair[0], pair[1]))
                        .max()
                        .orElse(0);
        boolean[] reached = new boolean[sips];
        reached[0] = true;
        for (int round = 0; round < sips; round++) {
            for (int i = 0; i < pairs.size(); i++) {
                int[] pair = pairs.get(i);
                boolean joins = i != left && (reached[pair[0]] || reached[pair[1]]);
                reached[pair[0]] |= joins;
                reached[pair[1]] |= joins;
            }
        }
        return IntStream.range(0, sips).allMatch(sip -> reached[sip]);
    }
}
