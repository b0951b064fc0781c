package sectile.sim.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.MathOp;
import sectile.sim.fabric.Units;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.memory.Mmu;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;
import sectile.sim.trace.TraceHash;

/// One processing element: its processor, engines, queues and address translation.
///
/// Scheduler, GEMM and MATH serve one request at a time in the order asked; since only this PE's kernel asks, a request
/// is booked ahead: it starts when both its predecessor in the engine and the scheduler are done.
final class Pe {
    private static final int LANES = Lane.values().length;
    private static final String PAYLOAD = "payload";

    private final Simulation simulation;
    private final Place place;
    private final Processor cpu;
    private final Costs costs;
    private final TraceHash hash;
    private final boolean hasListeners;
    /// Per lane how long it was busy, and until when.
    private final long[] busy = new long[2 * LANES];
    private final long hashBase;
    private final long schedulerPs;
    private final long tcmUsable;

    private long schedulerFreeAt;
    private long gemmFreeAt;
    private long mathFreeAt;
    /// In fabric units.
    private long dmaOutFreeAt;

    private final long tcmBase;
    private long scratchNext;
    private long unmatched;
    private final double speed;
    private final SequencedMap<String, Ipcq> queues = new LinkedHashMap<>(2);
    private @Nullable PairWay[] pairWays = new PairWay[0];
    private final Reaches reaches = new Reaches(this);
    private @Nullable Reach latestReach;
    /// How far the kernel has come; ahead of the clock while nothing outside the PE can tell.
    private long kernelPs;
    /// The installations this PE has had a part in.
    private long[] installations = new long[0];
    /// Payloads that came before the message that installs their queue.
    private List<Early> early = List.of();
    private Mmu mmu = Mmu.empty();
    private @Nullable Body body;
    private @Nullable Queue<Body> waitingBodies;

    Pe(Simulation simulation, Place place) {
        this.simulation = simulation;
        this.place = place;
        this.costs = simulation.costs();
        this.hash = simulation.hash();
        this.hasListeners = simulation.hasListeners();
        this.speed = simulation.speed(place.sip());
        this.schedulerPs = paced(simulation.service(ComponentKind.SCHEDULER, 0));
        this.tcmUsable = simulation.topology().memoryMap().tcmUsable();
        this.tcmBase = simulation.addresses().peTcm(place, 0);
        this.cpu = new Processor(simulation.engine());
        this.hashBase = ((long) place.sip() << 40 | (long) place.cube() << 20 | place.pe()) << 3 | 1L << 62;
    }

    Simulation simulation() {
        return simulation;
    }

    Place place() {
        return place;
    }

    Processor cpu() {
        return cpu;
    }

    // Bodies

    @Nullable
    Body body() {
        return body;
    }

    /// Runs a body now, or after those that came before it.
    void run(Body next) {
        if (body != null) {
            if (waitingBodies == null) {
                waitingBodies = new ArrayDeque<>();
            }
            waitingBodies.add(next);
            return;
        }
        body = next;
        next.start();
    }

    void bodyEnded() {
        Body next = waitingBodies == null ? null : waitingBodies.poll();
        body = next;
        if (next != null) {
            // As an event of its own: a long queue of short kernels must not nest one in the other.
            simulation.engine().schedule(0, next::start);
        }
    }

    // The kernel's time

    /// The simulated time at which the kernel stands, or stood when it began to wait: when it was resumed, or later if
    /// it has gone ahead.
    long kernelPs() {
        return kernelPs;
    }

    /// The kernel goes on at this time at the earliest.
    void kernelAt(long timePs) {
        kernelPs = Math.max(kernelPs, timePs);
    }

    // Engines: each method books the engine and gives the time it is done

    /// The scheduler has passed a request on to an engine.
    long schedule() {
        long start = Math.max(schedulerFreeAt, kernelPs());
        schedulerFreeAt = start + schedulerPs;
        if (schedulerFreeAt > start) {
            record(start, schedulerFreeAt, Lane.SCHEDULER, "dispatch", 0, 0, 0);
        }
        return schedulerFreeAt;
    }

    long math(MathOp op, long elements, DType dtype) {
        long start = Math.max(mathFreeAt, schedule());
        mathFreeAt = start + paced(costs.mathPs(op, elements, dtype));
        record(start, mathFreeAt, Lane.MATH, op.text(), 0, elements, 0);
        return mathFreeAt;
    }

    /// @param ready when the operands are there and the scheduler has asked
    long gemm(long ready, int m, int n, int k, DType dtype) {
        long start = Math.max(gemmFreeAt, ready);
        gemmFreeAt = start + paced(costs.gemmPs(m, n, k, dtype));
        record(start, gemmFreeAt, Lane.GEMM, "gemm", 0, 2L * m * n * k, 0);
        return gemmFreeAt;
    }

    /// What an engine of this SIP takes for work that takes `ps` at the topology's speed.
    private long paced(long ps) {
        if (speed == 1) {
            return ps;
        }
        long slowed = Math.round(ps / speed);
        if (slowed > Units.LAST_PS) {
            throw Units.pastTheEnd();
        }
        return slowed;
    }

    /// Books the outbound DMA for a transfer that is ready at `readyPs`, and gives its start in fabric units.
    long bookDmaOut(long readyPs, long bytes) {
        long start = Math.max(dmaOutFreeAt, Units.ofPicoseconds(readyPs + costs.dmaOverheadPs()));
        dmaOutFreeAt = Units.after(start, bytes, costs.dmaOutUnitsPerByte());
        return start;
    }

    /// Whether a transfer that is ready at `readyPs` need not wait for one before it.
    boolean isDmaOutFree(long readyPs) {
        return dmaOutFreeAt <= Units.ofPicoseconds(readyPs);
    }

    /// An address for a new value: the usable TCM, round and round. Values do not change once made, so the address only
    /// tells a reader where a value of this size would lie.
    long scratch(long bytes) {
        if (bytes > tcmUsable) {
            throw Errors.tooLargeForTcm(bytes, tcmUsable);
        }
        if (scratchNext + bytes > tcmUsable) {
            scratchNext = 0;
        }
        long address = tcmBase + scratchNext;
        scratchNext += bytes;
        return address;
    }

    // Queues and translation

    /// The queues of a set; null if that set is not installed.
    @Nullable
    Ipcq ipcq(String set) {
        return queues.get(set);
    }

    /// All installed queues, in the order they were installed.
    Collection<Ipcq> queues() {
        return queues.values();
    }

    /// The index for the next pair of queues: no two pairs this PE ever had share one.
    int nextPairIndex() {
        return pairWays.length;
    }

    /// @param installation the number that payloads for these queues carry
    void install(String set, Ipcq installed, long installation) {
        if (queues.putIfAbsent(set, installed) != null) {
            throw Errors.secondInstall(place, set);
        }
        pairWays = Arrays.copyOf(pairWays, pairWays.length + installed.pairs().size());
        installations = Arrays.copyOf(installations, installations.length + 1);
        installations[installations.length - 1] = installation;
        for (Early payload : early) {
            if (payload.installation == installation) {
                installed.byAddress(payload.arrival.address()).orElseThrow().arrive(payload.arrival);
                unmatched--;
            }
        }
        if (!early.isEmpty()) {
            early = early.stream()
                    .filter(payload -> payload.installation != installation)
                    .toList();
        }
    }

    private record Early(long installation, Arrival arrival) {}

    /// The ways of a pair that has been used before, else null: links are numbered in the order they are first used.
    @Nullable
    PairWay knownWay(QueuePair pair) {
        return pairWays[pair.index()];
    }

    PairWay way(QueuePair pair) {
        PairWay way = pairWays[pair.index()];
        if (way == null) {
            way = new PairWay(this, pair);
            pairWays[pair.index()] = way;
        }
        return way;
    }

    void uninstall(String set) {
        Ipcq removed = queues.remove(set);
        if (removed != null) {
            removed.pairs().forEach(QueuePair::uninstall);
        }
    }

    /// The direction whose ring an address lies in; null if there is none.
    @Nullable
    QueuePair pairByAddress(long address) {
        for (Ipcq installed : queues.values()) {
            QueuePair pair = installed.byAddress(address).orElse(null);
            if (pair != null) {
                return pair;
            }
        }
        return null;
    }

    /// The direction that sends into the ring at an address; null if there is none.
    @Nullable
    QueuePair pairByPeerRing(long ring) {
        for (Ipcq installed : queues.values()) {
            QueuePair pair = installed.byPeerRing(ring).orElse(null);
            if (pair != null) {
                return pair;
            }
        }
        return null;
    }

    /// The memory that holds a physical address; a diagnostic if none does.
    Reach reach(long physical) {
        Reach latest = latestReach;
        if (latest == null || !latest.holds(physical)) {
            latest = reaches.of(physical);
            latestReach = latest;
        }
        return latest;
    }

    /// A payload came that belongs to no queue. It is kept if its queue may yet be installed: the order in which PEs
    /// get their queues must not matter.
    void unmatched(long installation, Arrival arrival) {
        unmatched++;
        if (Arrays.stream(installations).noneMatch(number -> number == installation)) {
            List<Early> more = new ArrayList<>(early);
            more.add(new Early(installation, arrival));
            early = List.copyOf(more);
        }
    }

    /// A credit came that belongs to no queue.
    void unmatchedCredit() {
        unmatched++;
    }

    long unmatchedCount() {
        return unmatched;
    }

    Mmu mmu() {
        return mmu;
    }

    void map(Mmu table) {
        mmu = table;
    }

    // What happened

    void record(long startPs, long endPs, Lane lane, String name, long bytes, long flops, long flow) {
        count(startPs, endPs, lane, name.hashCode(), bytes + flops);
        if (hasListeners) {
            tell(startPs, endPs, lane, name, bytes, flops, flow);
        }
    }

    /// An operation of the queue engine; its name is put together for listeners only.
    void recordQueue(long startPs, long endPs, String verb, String direction, long bytes, long flow) {
        count(startPs, endPs, Lane.IPCQ, 31 * verb.hashCode() + direction.hashCode(), bytes);
        if (hasListeners) {
            tell(startPs, endPs, Lane.IPCQ, verb + " " + direction, bytes, 0, flow);
        }
    }

    private void count(long startPs, long endPs, Lane lane, int nameHash, long amount) {
        int index = lane.ordinal();
        if (endPs > startPs) {
            // Operations of one lane may overlap (two loads under way); busy is when at least one was.
            long busyUntil = busy[2 * index + 1];
            if (endPs > busyUntil) {
                busy[2 * index] += endPs - Math.max(startPs, busyUntil);
                busy[2 * index + 1] = endPs;
            }
        }
        hash.mix(startPs ^ endPs << 20, hashBase | index, amount ^ (long) nameHash << 32);
    }

    private void tell(long startPs, long endPs, Lane lane, String name, long bytes, long flops, long flow) {
        simulation.tell(new Op(startPs, endPs, place, lane, name, bytes, flops, flow, line()));
    }

    /// The kernel line of the operation asked for last, if anybody wants to know it.
    String line() {
        return body == null ? "" : body.opLine();
    }

    /// The DMA engine has brought a payload into the peer's ring; the kernel may be elsewhere by now.
    void recordPayload(long readyPs, long bytes, String line) {
        long now = simulation.engine().now();
        count(readyPs, now, Lane.DMA_OUT, PAYLOAD.hashCode(), bytes);
        if (hasListeners) {
            simulation.tell(new Op(readyPs, now, place, Lane.DMA_OUT, PAYLOAD, bytes, 0, 0, line));
        }
    }

    long busyPs(Lane lane) {
        return busy[2 * lane.ordinal()];
    }

    void clearBusy() {
        for (int lane = 0; lane < LANES; lane++) {
            busy[2 * lane] = 0;
        }
    }

    /// Back to idle after a run was given up; what is installed stays installed.
    void reset() {
        schedulerFreeAt = 0;
        gemmFreeAt = 0;
        mathFreeAt = 0;
        dmaOutFreeAt = 0;
        kernelPs = 0;
        body = null;
        waitingBodies = null;
        early = List.of();
        cpu.reset();
        queues.values().forEach(ipcq -> ipcq.pairs().forEach(QueuePair::reset));
    }
}
