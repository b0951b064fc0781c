package sectile.dist.best;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclErrors;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Task;
import sectile.dist.ccl.Team;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;

/// The schedules of one team, each made when it is first asked for.
final class BestForTeam implements Algorithm {
    /// Schedules of four times as many messages are not worth the time to play them through.
    private static final long MANY_MESSAGES = 60_000;
    /// Into how many pieces the time of the busiest link is cut; the fastest of these is taken.
    private static final int[] CUTS = {1, 8, 64, 128, 256, 512, 1024};

    private final Best best;
    private final Team team;
    private final TeamNetwork network;
    private final Map<Demand, Shares> divided = new HashMap<>();
    private final Map<Task, Kernel> kernels = new HashMap<>();

    private record Demand(Flow flow, List<Integer> roots) {}

    BestForTeam(Best best, Team team, TeamNetwork network) {
        this.best = best;
        this.team = team;
        this.network = network;
    }

    @Override
    public Set<Collective> collectives() {
        return best.collectives();
    }

    @Override
    public boolean isTriedAgainstOthers() {
        return true;
    }

    @Override
    public Kernel kernel() {
        return best.kernel();
    }

    @Override
    public Wiring wiring(Team of, Mapper mapper, AlgorithmSettings settings) {
        return network.wiring();
    }

    @Override
    public Kernel kernel(Task task) {
        return kernels.computeIfAbsent(task, t -> new ScheduleKernel(t.collective(), schedule(t)));
    }

    /// The fastest of some schedules: of trees that share the links best, and of the shortest trees, in few pieces or
    /// many.
    Schedule schedule(Task task) {
        Flow flow = Flow.of(task.collective());
        List<Integer> roots = switch (task.collective()) {
            case ALL_GATHER, REDUCE_SCATTER ->
                IntStream.range(0, team.size()).boxed().toList();
            case BROADCAST, REDUCE -> List.of(task.root());
            case ALL_REDUCE, ALL_TO_ALL, BARRIER, SEND_RECV -> List.of(0);
        };
        Demand demand = new Demand(flow, roots);
        Shares shares = divided.computeIfAbsent(
                demand,
                d -> new Packing(network, d.flow, d.roots)
                        .solve()
                        .orElseThrow(() -> CclErrors.notConnected(team.name(), team.size())));
        List<Shares.Share> shortest = new ShortestTrees(network, flow).of(roots);
        Schedule fastest = null;
        for (int cut : CUTS) {
            Schedule next = play(task, flow, shares.shares(), cut, shares.unitsPerByte());
            fastest = fastest == null || next.units() < fastest.units() ? next : fastest;
            if (next.messages() > MANY_MESSAGES) {
                break;
            }
        }
        for (int cut : new int[] {1, 4}) {
            Schedule next = play(task, flow, shortest, cut, shares.unitsPerByte());
            fastest = fastest == null || next.units() < fastest.units() ? next : fastest;
        }
        return Objects.requireNonNull(fastest);
    }

    Schedule play(Task task, Flow flow, List<Shares.Share> shares, int cut, double unitsPerByte) {
        List<SpanningTree> trees = shares.stream().map(Shares.Share::tree).toList();
        List<Piece> pieces = pieces(task, shares, cut);
        double total = unitsPerByte * task.elements() * task.dtype().bits() / 8;
        return new Scheduler(
                        network,
                        flow,
                        trees,
                        pieces,
                        task.dtype().bits() / 8.0,
                        task.slots(),
                        total,
                        RankCosts.Combining.of(team.machine(), task.dtype()))
                .play();
    }

    /// The elements of each root, divided among its trees and cut into pieces of about the same size.
    private List<Piece> pieces(Task task, List<Shares.Share> shares, int cut) {
        boolean parted = task.collective() == Collective.REDUCE_SCATTER;
        long ofRoot = parted ? task.elements() / team.size() : task.elements();
        double largest = Math.max(1, Math.ceil(ofRoot * largest(shares) / cut));
        long most = (long) Math.min(largest, task.segment());
        List<Piece> pieces = new ArrayList<>();
        double before = 0;
        for (int i = 0; i < shares.size(); i++) {
            SpanningTree tree = shares.get(i).tree();
            boolean first = i == 0 || shares.get(i - 1).tree().root() != tree.root();
            boolean oneRoot = task.collective() == Collective.ALL_REDUCE;
            before = first && !(oneRoot && i > 0) ? 0 : before;
            double after = before + shares.get(i).part();
            boolean last = i + 1 == shares.size()
                    || (!oneRoot && shares.get(i + 1).tree().root() != tree.root());
            long start = Math.round(before * ofRoot);
            long end = last ? ofRoot : Math.round(after * ofRoot);
            long offset = switch (task.collective()) {
                case ALL_GATHER, REDUCE_SCATTER -> tree.root() * ofRoot;
                case ALL_REDUCE, BROADCAST, REDUCE, ALL_TO_ALL, BARRIER, SEND_RECV -> 0;
            };
            long count = end <= start ? 0 : Math.ceilDiv(end - start, most);
            for (long part = 0; part < count; part++) {
                long from = start + (end - start) * part / count;
                long to = start + (end - start) * (part + 1) / count;
                pieces.add(new Piece(
                        i,
                        from + (parted ? offset : 0),
                        from + (task.collective() == Collective.ALL_GATHER ? offset : 0),
                        to - from));
            }
            before = after;
        }
        return pieces;
    }

    private static double largest(List<Shares.Share> shares) {
        double largest = 0;
        for (Shares.Share share : shares) {
            largest = Math.max(largest, share.part());
        }
        return largest;
    }
}
