package sectile.runtime.simulated;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.base.array.NdArray;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Region;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.interp.machine.Core;
import sectile.interp.machine.Platform;
import sectile.interp.machine.Request;
import sectile.interp.schedule.Scheduler;
import sectile.interp.value.Memory;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Site;
import sectile.sim.machine.Strands;
import sectile.sim.machine.Work;

/// The simulated machine as the platform of a program.
final class MachinePlatform implements Platform {
    /// A word that meetings count in.
    private static final long CELL = 8;

    private final Machine machine;
    /// The SIP that is rank 0.
    private final int firstSip;
    private final Strands strands;
    private final StrandScheduler scheduler;
    private final TensorStore store;
    private final Held held;
    private final PeChoice choice;
    private final Charges charges;
    /// By rank, in the HBM slice of its first PE: what meetings count in, and where host tensors arrive.
    private final long[] cells;
    private long firstBlockPs = Long.MAX_VALUE;
    private long lastBlockPs = -1;

    MachinePlatform(
            Machine machine,
            Placement placement,
            Map<String, Resident> residents,
            int firstSip,
            int ranks,
            long patience) {
        this.machine = machine;
        this.firstSip = firstSip;
        this.strands = machine.strands();
        this.scheduler = new StrandScheduler(strands, patience);
        this.held = new Held(machine, residents);
        this.store = new TensorStore(machine, placement, firstSip, held);
        this.choice = new PeChoice(
                TensorStore.places(machine.topology()), machine.topology().sips());
        this.charges = new Charges(machine.topology().memoryMap().tcmUsable());
        this.cells = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            cells[rank] = machine.allocate(Space.HBM, new Place(firstSip + rank, 0, 0), CELL);
        }
    }

    /// The run has ended well: leaves its values in the machine.
    ///
    /// @param results further arrays that it returned
    void finish(List<NdArray> results) {
        held.finish(results);
    }

    @Override
    public void holds(Memory memory, MemorySegment bytes, boolean argument) {
        held.add(memory, bytes, argument);
    }

    @Override
    public boolean isOnDevices(Memory memory) {
        return held.isResident(memory);
    }

    /// Gives the memory of the run back.
    void close() {
        store.free();
        for (long cell : cells) {
            machine.free(cell);
        }
    }

    long firstBlockPs(long otherwise) {
        return lastBlockPs < 0 ? otherwise : firstBlockPs;
    }

    long lastBlockPs(long otherwise) {
        return lastBlockPs < 0 ? otherwise : lastBlockPs;
    }

    @Override
    public Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    @Override
    public Location host() {
        return new MachineSite(new Site.Host());
    }

    @Override
    public Location orchestrator(int rank) {
        return new MachineSite(new Site.Control(firstSip + Math.max(0, rank)));
    }

    @Override
    public long nowPs() {
        return strands.nowPs();
    }

    @Override
    public int clusters() {
        return choice.pes();
    }

    @Override
    public void launch(Core from, String kernel, List<Actor> actors, BlockBody body) {
        int sip = firstSip + Math.max(0, from.rank());
        var blocks = new ArrayList<Strands.Block>();
        for (int i = 0; i < actors.size(); i++) {
            int block = i;
            Actor actor = actors.get(i);
            int pe = choice.choose(sip, i, actors.size());
            Place place = choice.place(sip, pe);
            Runnable code = () -> {
                firstBlockPs = Math.min(firstBlockPs, strands.nowPs());
                var site = new MachineSite(new Site.Element(place));
                // What the kernel does before it marks a phase of its own is one by the kernel's name.
                strands.mark(site.site(), kernel, "");
                body.run(block, site);
                await(actor, from.span(), site.loads().all());
                lastBlockPs = Math.max(lastBlockPs, strands.nowPs());
                choice.ended(sip, pe);
            };
            blocks.add(new Strands.Block(place, scheduler.body(actor, code)));
        }
        Span span = from.span();
        String what = actors.size() == 1 ? "a block" : actors.size() + " blocks";
        scheduler.whileAsleep(
                () -> new WaitGraph.Node(from.actor(), new Wait.End(what, actors), span),
                () -> strands.launch(site(from), 0, line(span), blocks));
    }

    @Override
    public void perform(Core core, Request request, Runnable effect) {
        switch (request) {
            case Request.Load load -> reads(core, "load", load.region());
            case Request.Fetch fetch -> fetch(core, fetch);
            case Request.Need need -> await(core, loads(core).of(need.tile()));
            case Request.Poll poll -> reads(core, "poll", poll.cell());
            case Request.Store stored -> {
                await(core, loads(core).from(stored.region()));
                writes(core, stored.atomic() ? "atomic add" : "store", stored.region());
            }
            case Request.Notify notify -> {
                await(core, loads(core).all());
                Work.Extent cell = store.extents(notify.cell(), core.rank()).getFirst();
                await(core, site(core), new Work.Signal(cell, effect));
                return;
            }
            case Request.Compute compute -> {
                for (Work work : charges.of(core, compute)) {
                    await(core, site(core), work);
                }
            }
            case Request.Move move -> await(core, site(core), new Work.Move(move.what(), move.bytes()));
            case Request.Mark mark -> strands.mark(site(core), mark.name(), line(core.span()));
            case Request.Combine combine ->
                await(core, site(core), new Work.Compute(MathOp.ADD, combine.elements(), combine.dtype()));
            case Request.Arrive arrive -> {
                await(core, loads(core).all());
                arrive(core, arrive.ofRanks(), effect);
                return;
            }
            case Request.Leave leave -> {
                int rank = Math.max(0, core.rank());
                await(core, site(core), new Work.Read("poll", List.of(new Work.Extent(cells[rank], CELL))));
            }
            case Request.Dispatch dispatch -> {
                Site device = new Site.Control(firstSip + dispatch.device());
                if (dispatch.bytes() > 0) {
                    await(
                            core,
                            new Site.Host(),
                            new Work.Write("copy in", copied(dispatch.device(), dispatch.bytes())));
                }
                await(core, new Site.Host(), new Work.Message(device, 0));
            }
            case Request.Complete complete -> {
                await(core, new Site.Control(firstSip + complete.device()), new Work.Message(new Site.Host(), 0));
                if (complete.bytes() > 0) {
                    await(
                            core,
                            new Site.Host(),
                            new Work.Read("copy out", copied(complete.device(), complete.bytes())));
                }
            }
        }
        effect.run();
    }

    private List<Work.Extent> copied(int device, long bytes) {
        return List.of(new Work.Extent(cells[device], bytes));
    }

    /// A PE goes on while the bytes are on their way.
    private void fetch(Core core, Request.Fetch fetch) {
        if (site(core) instanceof Site.Element && !fetch.region().isEmpty()) {
            Work read = new Work.Read("load", store.extents(fetch.region(), core.rank()));
            Strands.Begun begun = strands.begin(site(core), read, line(core.span()));
            loads(core).add(fetch.region(), fetch.tile(), begun);
        } else {
            reads(core, "load", fetch.region());
        }
    }

    private void reads(Core core, String name, Region region) {
        if (isOnHost(core, region) || region.isEmpty()) {
            return;
        }
        await(core, site(core), new Work.Read(name, store.extents(region, core.rank())));
    }

    private void writes(Core core, String name, Region region) {
        if (isOnHost(core, region) || region.isEmpty()) {
            return;
        }
        await(core, site(core), new Work.Write(name, store.extents(region, core.rank())));
    }

    /// What the host does with its own memory takes no time of the machine.
    private boolean isOnHost(Core core, Region region) {
        return core.kind() == Core.Kind.HOST && region.memory().rank() < 0 && !held.isResident(region.memory());
    }

    /// A signal to the cell of the launch's SIP, or one to every other rank; the effect comes with the last.
    private void arrive(Core core, boolean ofRanks, Runnable effect) {
        int own = Math.max(0, core.rank());
        var targets = new ArrayList<Integer>();
        for (int rank = 0; rank < cells.length; rank++) {
            if (ofRanks != (rank == own)) {
                targets.add(rank);
            }
        }
        int[] left = {targets.size()};
        if (left[0] == 0) {
            effect.run();
        }
        for (int rank : targets) {
            await(core, site(core), new Work.Signal(new Work.Extent(cells[rank], CELL), () -> {
                if (--left[0] == 0) {
                    effect.run();
                }
            }));
        }
    }

    private void await(Core core, Site site, Work work) {
        Span span = core.span();
        scheduler.whileAsleep(
                () -> new WaitGraph.Node(core.actor(), new Wait.Machine("for the machine", List.of()), span),
                () -> strands.await(site, work, line(span)));
    }

    private void await(Core core, List<Strands.Begun> begun) {
        await(core.actor(), core.span(), begun);
    }

    private void await(Actor actor, Span span, List<Strands.Begun> begun) {
        if (!begun.isEmpty()) {
            scheduler.whileAsleep(
                    () -> new WaitGraph.Node(actor, new Wait.Machine("for a load", List.of()), span),
                    () -> begun.forEach(strands::await));
        }
    }

    private static LoadsInFlight loads(Core core) {
        return ((MachineSite) core.location()).loads();
    }

    private static String line(Span span) {
        return span.isNone() ? "" : span.source().name() + ":" + span.line();
    }

    private static Site site(Core core) {
        return ((MachineSite) core.location()).site();
    }
}
