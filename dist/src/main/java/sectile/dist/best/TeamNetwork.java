package sectile.dist.best;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Fabric;
import sectile.sim.fabric.Link;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Routes;
import sectile.sim.fabric.Units;
import sectile.sim.ipcq.Wiring;
import sectile.sim.topology.Direction;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topology;

/// The arcs between the ranks of a team, and the links they share.
final class TeamNetwork {
    /// An arc before its links are known.
    private record Queue(int from, int to, String direction, Optional<Direction> port, String backDirection) {}

    private final int ranks;
    private final List<Arc> arcs = new ArrayList<>();
    private final List<List<Integer>> leaving = new ArrayList<>();
    private final List<Double> unitsPerByte = new ArrayList<>();
    private final List<List<Place>> places = new ArrayList<>();
    private final RankCosts costs;
    private final long chunkBytes;
    private final long creditBytes;

    TeamNetwork(Team team, Mapper mapper, AlgorithmSettings settings) {
        this.ranks = team.size();
        Topology machine = team.machine();
        this.chunkBytes = machine.fabric().chunkBytes();
        this.creditBytes = settings.queues().creditBytes() == AlgorithmSettings.Queues.CREDIT_OF_TOPOLOGY
                ? machine.fabric().creditBytes()
                : settings.queues().creditBytes();
        for (int rank = 0; rank < ranks; rank++) {
            places.add(mapper.places(machine, team.sip(rank)));
            leaving.add(new ArrayList<>());
        }
        List<Queue> queues = queues(team);
        Routes routes = new Routes(
                machine,
                new Fabric(
                        new Engine(),
                        machine.fabric().chunkBytes(),
                        machine.fabric().virtualChannels()));
        costs = RankCosts.of(machine, routes, places.getFirst().getFirst());
        Map<Link, Integer> numbers = new HashMap<>();
        Map<String, Integer> arcNumbers = new HashMap<>();
        List<Queue> kept = new ArrayList<>();
        List<Route> ways = new ArrayList<>();
        for (Queue queue : queues) {
            Endpoint from = Endpoint.pe(places.get(queue.from).getFirst());
            Endpoint to = buffer(places.get(queue.to).getFirst(), settings);
            Route route =
                    queue.port.isPresent() ? routes.between(from, to, queue.port.get()) : routes.between(from, to);
            if (queue.port.isPresent() || !passesARank(team, queue, route)) {
                arcNumbers.put(queue.from + " " + queue.direction, kept.size());
                kept.add(queue);
                ways.add(route);
            }
        }
        for (int i = 0; i < kept.size(); i++) {
            Queue queue = kept.get(i);
            List<Integer> resources = new ArrayList<>();
            for (Link link : ways.get(i).links()) {
                resources.add(numbers.computeIfAbsent(link, found -> {
                    unitsPerByte.add((double) found.unitsPerByte());
                    return unitsPerByte.size() - 1;
                }));
            }
            @Nullable Integer back = arcNumbers.get(queue.to + " " + queue.backDirection);
            if (back == null) {
                // The way there passes another rank and the way back does not, or the other way round.
                continue;
            }
            leaving.get(queue.from).add(arcs.size());
            arcs.add(new Arc(
                    queue.from,
                    queue.to,
                    queue.direction,
                    back,
                    List.copyOf(resources),
                    Units.ofPicoseconds(ways.get(i).delayPs())));
        }
        renumber(arcNumbers, kept);
    }

    /// Arcs may have been left out since the numbers of those back were noted.
    private void renumber(Map<String, Integer> before, List<Queue> kept) {
        if (arcs.size() == before.size()) {
            return;
        }
        Map<String, Integer> now = new HashMap<>();
        for (int i = 0; i < arcs.size(); i++) {
            now.put(arcs.get(i).from() + " " + arcs.get(i).direction(), i);
        }
        Map<String, String> backs = new HashMap<>();
        kept.forEach(queue -> backs.put(queue.from + " " + queue.direction, queue.to + " " + queue.backDirection));
        for (int i = 0; i < arcs.size(); i++) {
            Arc arc = arcs.get(i);
            Integer back = now.get(backs.get(arc.from() + " " + arc.direction()));
            arcs.set(
                    i,
                    new Arc(
                            arc.from(),
                            arc.to(),
                            arc.direction(),
                            Objects.requireNonNull(back),
                            arc.resources(),
                            arc.delay()));
        }
    }

    private static Endpoint buffer(Place place, AlgorithmSettings settings) {
        return switch (settings.queues().buffer()) {
            case TCM -> Endpoint.tcm(place);
            case HBM -> Endpoint.hbm(place);
            case SRAM -> Endpoint.sram(place.sip(), place.cube());
        };
    }

    /// Where every SIP has a rank, one queue per link; else between any two ranks.
    private List<Queue> queues(Team team) {
        Topology machine = team.machine();
        boolean every = team.size() == machine.sips() && machine.join() == SipJoin.DIRECT;
        List<Queue> queues = new ArrayList<>();
        if (every) {
            Map<Integer, Integer> rankOf = new HashMap<>();
            for (int rank = 0; rank < ranks; rank++) {
                rankOf.put(team.sip(rank), rank);
            }
            SipNetwork network = SipNetwork.of(machine);
            for (int rank = 0; rank < ranks; rank++) {
                for (SipNetwork.Channel channel : network.channels(team.sip(rank))) {
                    if (channel.worksAt(0)) {
                        int to = rankOf.getOrDefault(channel.to(), 0);
                        queues.add(new Queue(
                                rank, to, name(channel, to), channel.direction(), name(network.back(channel), rank)));
                    }
                }
            }
            return queues;
        }
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                if (from != to) {
                    queues.add(new Queue(from, to, "rank" + to, Optional.empty(), "rank" + from));
                }
            }
        }
        return queues;
    }

    private static String name(SipNetwork.Channel channel, int to) {
        return channel.direction().map(Direction::name).orElse("rank" + to);
    }

    /// Whether a message passes the SIP of another rank, which could as well take it and send it on.
    private static boolean passesARank(Team team, Queue queue, Route route) {
        if (team.machine().join() == SipJoin.SWITCH) {
            return false;
        }
        Set<Integer> others = new HashSet<>(team.sips());
        others.remove(team.sip(queue.from));
        others.remove(team.sip(queue.to));
        Set<Integer> passed = new HashSet<>();
        for (Link link : route.links()) {
            Optional<LinkPlace> place = link.place();
            if (place.isPresent() && place.get().kind() == LinkKind.SIP_SIP) {
                passed.addAll(SipNetwork.ends(team.machine(), place.get()));
            }
        }
        return passed.stream().anyMatch(others::contains);
    }

    /// The queues to install.
    Wiring wiring() {
        SequencedMap<Place, SequencedMap<String, Place>> all = new LinkedHashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < places.get(rank).size(); i++) {
                SequencedMap<String, Place> directions = new LinkedHashMap<>();
                for (int number : leaving.get(rank)) {
                    Arc arc = arcs.get(number);
                    directions.put(arc.direction(), places.get(arc.to()).get(i));
                }
                all.put(places.get(rank).get(i), directions);
            }
        }
        return Wiring.of(new ArrayList<>(all.keySet()), place -> all.getOrDefault(place, new LinkedHashMap<>()));
    }

    /// What steps cost besides the links.
    RankCosts costs() {
        return costs;
    }

    int ranks() {
        return ranks;
    }

    /// How long a credit waits at most for what a link carries when it comes, in bytes.
    long chunkBytes() {
        return chunkBytes;
    }

    /// The size of the message that gives a slot back.
    long creditBytes() {
        return creditBytes;
    }

    List<Arc> arcs() {
        return arcs;
    }

    Arc arc(int number) {
        return arcs.get(number);
    }

    /// The numbers of the arcs that leave a rank.
    List<Integer> leaving(int rank) {
        return leaving.get(rank);
    }

    /// How many finite links there are.
    int resources() {
        return unitsPerByte.size();
    }

    /// Fabric time that a byte takes on a link, on average.
    double meanUnitsPerByte() {
        return unitsPerByte.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /// Fabric time that a byte takes on a link.
    double unitsPerByte(int resource) {
        return unitsPerByte.get(resource);
    }
}
