package sectile.sim.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.DmaModel;
import sectile.sim.path.Resource;
import sectile.sim.problem.MachineCode;
import sectile.sim.topology.CubeMesh;
import sectile.sim.topology.Direction;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipGrid.Tie;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.SipWires;
import sectile.sim.topology.Topology;

/// Finds the way between two endpoints of a machine, by its structure.
///
/// Inside a SIP the way goes along the row of cubes first, then along the column. Between SIPs it leaves by the io
/// gateway at the SIP's io cube and goes through the switch, or along the direct links, row first and the shorter way
/// round; where both ways round are equally long, the way of the message's own direction if it has one, else SIPs take
/// turns ([sectile.sim.topology.SipGrid#tie]). Where links differ or have failed, it takes as few links as it can
/// ([SipNetwork#step]). Links come into being when the first route needs them, so a machine costs what is used of it.
///
/// Routes to one destination share what they have in common from some SIP on: a ring of P ranks that all talk to each
/// other has P² routes, and would have P³ steps if each had its own.
public final class Routes {
    private final Topology topology;
    private final Fabric fabric;
    private final Links links;
    private final Map<Ends, Route> routes = new HashMap<>();
    /// The last steps of routes, by their delays.
    private final Map<End, Hop> ends = new HashMap<>();
    /// What is left of a route that has reached a SIP by a direct link.
    private final Map<Tail, Hop> tails = new HashMap<>();
    /// Which of them a step is, if links can fail.
    private final IdentityHashMap<Hop, Tail> tailOf = new IdentityHashMap<>();

    private final SipNetwork network;
    private final boolean infiniteLinks;
    private final long[] failureTimes;
    /// The links to each SIP, where they are not those of the arrangement.
    private final Map<Integer, int[]> distances = new HashMap<>();

    public Routes(Topology topology, Fabric fabric) {
        this.topology = topology;
        this.fabric = fabric;
        this.network = SipNetwork.of(topology);
        this.links = new Links(topology, network, fabric, this::detour);
        List<SipNetwork.Channel> channels = network.isUniform() ? network.channels(0) : network.channels();
        this.infiniteLinks =
                channels.stream().anyMatch(channel -> channel.spec().bandwidth().infinite());
        this.failureTimes = topology.wires().failures().stream()
                .mapToLong(SipWires.Failure::atPs)
                .filter(at -> at > 0)
                .sorted()
                .toArray();
        if (failureTimes.length > 0) {
            fabric.atFailure(failureTimes[0], this::findAgain);
        }
    }

    /// @param port the one the message would rather leave by; null where the tie says it all
    private record Ends(
            Endpoint from,
            Endpoint to,
            boolean request,
            Tie tie,
            @Nullable Direction port) {
        // The methods of these keys are written out, as those of `Place` are.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Ends that
                    && from.equals(that.from)
                    && to.equals(that.to)
                    && request == that.request
                    && tie.west() == that.tie.west()
                    && tie.north() == that.tie.north()
                    && port == that.port;
        }

        @Override
        public int hashCode() {
            int flags = (request ? 1 : 0) + (tie.west() ? 2 : 0) + (tie.north() ? 4 : 0);
            int leaving = port == null ? 0 : 8 + port.ordinal();
            return (from.hashCode() * Endpoint.SPREAD + to.hashCode()) * 31 + flags + 31 * leaving;
        }
    }

    /// A message that arrives at a SIP has a tie left to break between north and south at most: one between east and
    /// west is broken by the first step.
    ///
    /// @param arrivalPs the time from the last link to behind the gateway
    private record Tail(int sip, Endpoint to, boolean request, boolean north, long arrivalPs) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Tail that
                    && sip == that.sip
                    && to.equals(that.to)
                    && request == that.request
                    && north == that.north
                    && arrivalPs == that.arrivalPs;
        }

        @Override
        public int hashCode() {
            int flags = (request ? 1 : 0) + (north ? 2 : 0);
            return ((sip * Endpoint.SPREAD + to.hashCode()) * 31 + flags) * 31 + Long.hashCode(arrivalPs);
        }
    }

    private static final Link[] NO_LINKS = {};

    private static final int OUT = Links.OUT;
    private static final int IN = Links.IN;

    /// The route of data, kept for the next time. A memory at either end adds its access overhead.
    public Route between(Endpoint from, Endpoint to) {
        return route(new Ends(from, to, false, tie(from), null));
    }

    /// The same for a message that would rather leave its SIP in a certain direction.
    public Route between(Endpoint from, Endpoint to, Direction preferred) {
        return route(new Ends(from, to, false, Tie.of(preferred), network.isUniform() ? null : preferred));
    }

    /// The route of a queue, which keeps it itself: if all ranks talk to each other, to find each in a table would take
    /// longer than to make it.
    ///
    /// @param preferred as in [#between(Endpoint, Endpoint, Direction)]
    public Route ofQueue(Endpoint from, Endpoint to, Optional<Direction> preferred) {
        if (failureTimes.length > 0) {
            // A link that fails changes the routes in the table.
            return preferred.isPresent() ? between(from, to, preferred.get()) : between(from, to);
        }
        boolean named = preferred.isPresent();
        Tie tie = named ? Tie.of(preferred.get()) : tie(from);
        return find(new Ends(from, to, false, tie, network.isUniform() ? null : preferred.orElse(null)));
    }

    /// The route of a read request to a memory, whose access overhead is paid by the data that comes back.
    public Route request(Endpoint from, Endpoint memory) {
        return route(new Ends(from, memory, true, tie(from), null));
    }

    private Tie tie(Endpoint from) {
        return topology.join() == SipJoin.SWITCH
                ? Tie.EAST_AND_SOUTH
                : topology.sipGrid().tie(from.sip());
    }

    private Route route(Ends ends) {
        fabric.noticeFailures();
        return routes.computeIfAbsent(ends, this::find);
    }

    private Route find(Ends ends) {
        Endpoint from = ends.from;
        Endpoint to = ends.to;
        Path path = new Path();
        leave(path, from);
        if (isLocal(from, to)) {
            arrive(path, to, ends.request);
        } else {
            attach(path, from, OUT);
            if (usesDirectLinks(from, to)) {
                toGateway(path, from);
                return path.finish(acrossSips(path, ends));
            }
            travel(path, from, to);
            attach(path, to, IN);
            arrive(path, to, ends.request);
        }
        return path.finish(path.end());
    }

    private boolean usesDirectLinks(Endpoint from, Endpoint to) {
        boolean withHost = from.kind() == Endpoint.Kind.HOST || to.kind() == Endpoint.Kind.HOST;
        return !withHost && from.sip() != to.sip() && topology.join() != SipJoin.SWITCH;
    }

    /// A PE and its own TCM need no network.
    private static boolean isLocal(Endpoint from, Endpoint to) {
        return isPe(from) && isPe(to) && from.sip() == to.sip() && from.cube() == to.cube() && from.pe() == to.pe();
    }

    private static boolean isPe(Endpoint end) {
        return switch (end.kind()) {
            case PE, TCM, DMA_IN -> true;
            case HOST, IO_CPU, M_CPU, HBM, SRAM -> false;
        };
    }

    private static boolean inCube(Endpoint end) {
        return switch (end.kind()) {
            case PE, TCM, DMA_IN, HBM, SRAM, M_CPU -> true;
            case HOST, IO_CPU -> false;
        };
    }

    /// What a transfer pays at its source before it reaches any network link.
    private void leave(Path path, Endpoint from) {
        switch (from.kind()) {
            case HBM -> path.node(ComponentKind.HBM);
            case SRAM -> path.node(ComponentKind.SRAM);
            case TCM -> path.node(ComponentKind.TCM);
            case HOST, IO_CPU, M_CPU, PE, DMA_IN -> {}
        }
    }

    /// What it pays at its destination after the last network link.
    private void arrive(Path path, Endpoint to, boolean request) {
        if (request) {
            return;
        }
        switch (to.kind()) {
            case HBM -> path.node(ComponentKind.HBM);
            case SRAM -> path.node(ComponentKind.SRAM);
            case TCM -> path.node(ComponentKind.TCM);
            case DMA_IN -> {
                path.dmaIn(to);
                path.node(ComponentKind.TCM);
            }
            case HOST, IO_CPU, M_CPU, PE -> {}
        }
    }

    private void travel(Path path, Endpoint from, Endpoint to) {
        if (from.kind() == Endpoint.Kind.HOST || to.kind() == Endpoint.Kind.HOST) {
            viaHost(path, from, to);
        } else if (from.sip() != to.sip()) {
            toGateway(path, from);
            viaSwitch(path, from.sip(), to.sip());
            fromGateway(path, to);
        } else if (inCube(from) && inCube(to)) {
            acrossCubes(path, from.sip(), from.cube(), to.cube());
        } else {
            toGateway(path, from);
            fromGateway(path, to);
        }
    }

    /// The link that joins an endpoint to its network, and on the way in the network's node before it.
    private void attach(Path path, Endpoint end, int port) {
        int sip = end.sip();
        int cube = end.cube();
        int pe = end.pe();
        switch (end.kind()) {
            case PE, TCM, DMA_IN -> path.link(LinkKind.PE_NOC, port, sip, cube, pe);
            case HBM -> path.link(LinkKind.HBM_NOC, port, sip, cube, pe);
            case SRAM -> path.link(LinkKind.SRAM_NOC, port, sip, cube, 0);
            case M_CPU -> path.link(LinkKind.MCPU_NOC, port, sip, cube, 0);
            case IO_CPU -> path.link(LinkKind.IOCPU_IO, port, sip, 0, 0);
            case HOST -> path.link(LinkKind.HOST_PCIE, port, 0, 0, 0);
        }
        if (port == OUT && inCube(end)) {
            path.node(ComponentKind.NOC);
        } else if (port == OUT && end.kind() == Endpoint.Kind.IO_CPU) {
            path.node(ComponentKind.IO);
        }
    }

    private void viaHost(Path path, Endpoint from, Endpoint to) {
        if (from.kind() == Endpoint.Kind.HOST) {
            path.node(ComponentKind.PCIE_EP);
            path.link(LinkKind.PCIE_SWITCH, OUT, 0, 0, 0);
            path.node(ComponentKind.SWITCH);
            path.link(LinkKind.SWITCH_SIP, IN, to.sip(), 0, 0);
            path.node(ComponentKind.IO);
            fromGateway(path, to);
        } else {
            toGateway(path, from);
            path.link(LinkKind.SWITCH_SIP, OUT, from.sip(), 0, 0);
            path.node(ComponentKind.SWITCH);
            path.link(LinkKind.PCIE_SWITCH, IN, 0, 0, 0);
            path.node(ComponentKind.PCIE_EP);
        }
    }

    /// From the endpoint's network to the SIP's gateway; the IO_CPU stands there already.
    private void toGateway(Path path, Endpoint from) {
        if (inCube(from)) {
            int io = topology.ioCube(from.cube());
            acrossCubes(path, from.sip(), from.cube(), io);
            path.link(LinkKind.IO_NOC, IN, from.sip(), io, 0);
            path.node(ComponentKind.IO);
        }
    }

    private void fromGateway(Path path, Endpoint to) {
        if (inCube(to)) {
            int io = topology.ioCube(to.cube());
            path.link(LinkKind.IO_NOC, OUT, to.sip(), io, 0);
            path.node(ComponentKind.NOC);
            acrossCubes(path, to.sip(), io, to.cube());
        }
    }

    private void acrossCubes(Path path, int sip, int from, int to) {
        CubeMesh mesh = topology.cubeMesh();
        for (int at : mesh.route(from, to)) {
            if (at != to) {
                path.link(LinkKind.UCIE, mesh.step(at, to).ordinal(), sip, at, 0);
                path.node(ComponentKind.NOC);
            }
        }
    }

    private void viaSwitch(Path path, int from, int to) {
        path.link(LinkKind.SWITCH_SIP, OUT, from, 0, 0);
        path.node(ComponentKind.SWITCH);
        path.link(LinkKind.SWITCH_SIP, IN, to, 0, 0);
        path.node(ComponentKind.IO);
    }

    /// Along the direct links. The first one ends the path; what follows is shared with routes from other SIPs.
    private Hop acrossSips(Path path, Ends ends) {
        SipNetwork.Channel first = step(ends.from.sip(), ends.to.sip(), ends.tie, Optional.ofNullable(ends.port));
        if (infiniteLinks) {
            return oneByOne(path, ends, first);
        }
        path.finite(links.between(first));
        path.delay(LinkKind.SIP_SIP, first.spec().latencyPs());
        return tail(new Tail(first.to(), ends.to, ends.request, ends.tie.north(), arrivalPs(first)));
    }

    /// Where some links are infinitely fast, only their latency is kept, and the steps are a route's own.
    private Hop oneByOne(Path path, Ends ends, SipNetwork.Channel first) {
        SipNetwork.Channel channel = first;
        while (true) {
            if (!channel.spec().bandwidth().infinite()) {
                path.finite(links.between(channel));
            }
            path.delay(LinkKind.SIP_SIP, channel.spec().latencyPs());
            path.node(ComponentKind.IO);
            if (channel.to() == ends.to.sip()) {
                break;
            }
            channel = step(channel.to(), ends.to.sip(), new Tie(false, ends.tie.north()), Optional.empty());
        }
        intoSip(path, ends.to, ends.request);
        return path.end();
    }

    /// The steps from a SIP that was reached by a finite link. Walks on to the first SIP from which the rest is known,
    /// making links in the order a message meets them, and comes back step by step.
    private Hop tail(Tail wanted) {
        List<Tail> open = new ArrayList<>();
        List<Link> steps = new ArrayList<>();
        Tail at = wanted;
        Hop known = tails.get(at);
        while (known == null && at.sip != at.to.sip()) {
            SipNetwork.Channel step = step(at.sip, at.to.sip(), new Tie(false, at.north), Optional.empty());
            open.add(at);
            steps.add(links.between(step));
            at = new Tail(step.to(), at.to, at.request, at.north, arrivalPs(step));
            known = tails.get(at);
        }
        if (known == null) {
            Path last = new Path();
            last.arrival(at.arrivalPs);
            intoSip(last, at.to, at.request);
            known = last.hops();
            keep(at, known);
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            Path arrival = new Path();
            arrival.arrival(open.get(i).arrivalPs);
            known = new Hop(Units.ofPicoseconds(open.get(i).arrivalPs), steps.get(i), known)
                    .consistingOf(arrival.parts);
            keep(open.get(i), known);
        }
        return known;
    }

    private void keep(Tail tail, Hop hop) {
        tails.put(tail, hop);
        if (failureTimes.length > 0) {
            tailOf.put(hop, tail);
        }
    }

    private SipNetwork.Channel step(int from, int to, Tie tie, Optional<Direction> port) {
        if (network.isUniform()) {
            return network.channel(from, topology.sipGrid().step(from, to, tie).ordinal());
        }
        return network.step(from, to, distances(to), port, fabric.now()).orElseThrow(() -> noWay(from, to));
    }

    /// How many links are left to a SIP from every other, while no link fails.
    private int[] distances(int to) {
        return distances.computeIfAbsent(to, sip -> network.distances(sip, fabric.now()));
    }

    private DiagnosticException noWay(int from, int to) {
        List<String> failed = network.channels().stream()
                .filter(channel -> channel.from() < channel.to() && !channel.worksAt(fabric.now()))
                .map(channel -> channel.from() + "–" + channel.to())
                .toList();
        String message = "no working link leads from SIP " + from + " to SIP " + to;
        return new DiagnosticException(Diagnostic.error(MachineCode.NOT_CONNECTED, Span.none(), message)
                .hint(
                        failed.isEmpty()
                                ? "the `pairs` of the topology do not connect all SIPs"
                                : "failed by now: " + String.join(", ", failed)));
    }

    /// A link has failed: finds every route again. One for which there is no other way stays as it is, and whatever
    /// takes it meets the failed link.
    private long findAgain() {
        distances.clear();
        tails.clear();
        for (Map.Entry<Ends, Route> entry : routes.entrySet()) {
            Ends ends = entry.getKey();
            if (usesDirectLinks(ends.from, ends.to) && isConnected(ends)) {
                entry.getValue().become(find(ends));
            }
        }
        return Arrays.stream(failureTimes)
                .filter(time -> time > fabric.now())
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    private boolean isConnected(Ends ends) {
        return distances(ends.to.sip())[ends.from.sip()] >= 0;
    }

    /// How a message goes on that stands before a failed link.
    ///
    /// @param behind the step it would have made after the link
    private Hop detour(SipNetwork.Channel failed, Hop behind) {
        fabric.noticeFailures();
        Tail planned = tailOf.get(behind);
        if (planned == null) {
            throw new IllegalStateException("a step of no route to another SIP");
        }
        // Both directions of a half-duplex link are one.
        int from = planned.sip == failed.to() ? failed.from() : failed.to();
        return tail(new Tail(from, planned.to, planned.request, planned.north, 0));
    }

    private void intoSip(Path path, Endpoint to, boolean request) {
        fromGateway(path, to);
        attach(path, to, IN);
        arrive(path, to, request);
    }

    /// What a direct link and the gateway behind it add.
    private long arrivalPs(SipNetwork.Channel channel) {
        return channel.spec().latencyPs()
                + topology.component(ComponentKind.IO).model().overheadPs();
    }

    /// The last step of a route.
    private record End(long delayPs, List<Hop.Delay> parts) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof End that && delayPs == that.delayPs && parts.equals(that.parts);
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(delayPs) + parts.size();
        }
    }

    /// Collects links and delays in the order they are met.
    private final class Path {
        private final List<Link> found = new ArrayList<>();
        private final List<Long> delays = new ArrayList<>();
        private long delayPs;
        /// What the delays consist of, those before each link and those since the last; empty unless there is a trail.
        private final List<List<Hop.Delay>> consist = new ArrayList<>();

        private List<Hop.Delay> parts = List.of();

        void node(ComponentKind kind) {
            long overheadPs = topology.component(kind).model().overheadPs();
            delayPs += overheadPs;
            part(kind.level(), ".components.", kind.text(), overheadPs);
        }

        void delay(LinkKind kind, long ps) {
            delayPs += ps;
            part(kind.level(), ".links.", kind.text(), ps);
        }

        /// Over a direct link into the gateway behind it; or not at all, after a detour.
        void arrival(long ps) {
            if (ps > 0) {
                node(ComponentKind.IO);
                delay(LinkKind.SIP_SIP, ps - delayPs);
                // Without a trail there are none, and a view of nothing would be kept for every step.
                parts = parts.isEmpty() ? parts : parts.reversed();
            }
        }

        private void part(ComponentKind.Level level, String section, String name, long ps) {
            if (fabric.trail() != null && ps > 0) {
                if (parts.isEmpty()) {
                    parts = new ArrayList<>();
                }
                parts.add(new Hop.Delay(
                        new Resource(Resource.Kind.LATENCY, name, level.text() + section + name),
                        Units.ofPicoseconds(ps)));
            }
        }

        void link(LinkKind kind, int port, int sip, int cube, int pe) {
            LinkSpec spec = topology.link(kind);
            if (!spec.bandwidth().infinite()) {
                finite(links.link(kind, port, sip, cube, pe));
            }
            delay(kind, spec.latencyPs());
        }

        void dmaIn(Endpoint to) {
            DmaModel dma = topology.dma();
            if (!dma.bandwidth().infinite()) {
                finite(links.dmaIn(to));
            }
        }

        private void finite(Link link) {
            found.add(link);
            delays.add(delayPs);
            consist.add(parts);
            delayPs = 0;
            parts = List.of();
        }

        /// The step from behind the last link to the destination.
        Hop end() {
            if (failureTimes.length > 0) {
                // A detour has to know where a message goes by the step it would have made.
                return Route.end(delayPs).consistingOf(parts);
            }
            return ends.computeIfAbsent(
                    new End(delayPs, parts), end -> Route.end(end.delayPs).consistingOf(end.parts));
        }

        /// A route that begins with this path and goes on with the step given.
        Route finish(Hop end) {
            long[] delaysPs = new long[delays.size() + 1];
            for (int i = 0; i < delays.size(); i++) {
                delaysPs[i] = delays.get(i);
            }
            delaysPs[delays.size()] = delayPs;
            Route route = new Route(found.toArray(NO_LINKS), delaysPs, end);
            Hop hop = route;
            for (List<Hop.Delay> before : consist) {
                hop = Objects.requireNonNull(hop.consistingOf(before).next());
            }
            if (found.isEmpty()) {
                route.consistingOf(parts);
            }
            return route;
        }

        /// The path as steps behind a link.
        Hop hops() {
            Hop hop = end();
            for (int i = found.size() - 1; i >= 0; i--) {
                hop = new Hop(Units.ofPicoseconds(delays.get(i)), found.get(i), hop).consistingOf(consist.get(i));
            }
            return hop;
        }
    }
}
