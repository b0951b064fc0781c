package sectile.script.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.script.Literals;
import sectile.script.code.Standing;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Launch;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// A text kernel on the machine: buffers are copied in, queues installed, then it is launched once.
///
/// @param check looks at the buffers afterwards
public record KernelWorkload(KernelRun run, QueueConfig queues, OutputCheck check) implements Workload {
    @Override
    public String name() {
        return run.name();
    }

    @Override
    public List<SourceFile> sources() {
        return List.of(run.script().source());
    }

    /// A buffer that has its place: where its parts lie, and what they hold.
    private record Placed(Buffer buffer, List<Long> parts, NdArray contents) {}

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        List<Place> places = run.places();
        SequencedMap<String, Placed> placed = new LinkedHashMap<>();
        run.buffers().forEach((name, buffer) -> placed.put(name, place(machine, name, buffer, seed)));
        Map<Long, NdArray> inputs = new TreeMap<>();
        placed.values().forEach(entry -> parts(entry, inputs));
        if (!inputs.isEmpty()) {
            machine.write(inputs);
        }
        SequencedMap<String, List<Long>> addresses = new LinkedHashMap<>();
        SplitRanges ranges = new SplitRanges(machine, places);
        placed.forEach((name, entry) -> addresses.put(
                name,
                switch (entry.buffer.spread()) {
                    case SHARED, EACH -> entry.parts;
                    case SPLIT -> ranges.of(entry.parts, bytes(part(entry.buffer, entry.contents, 0)));
                    case SPREAD -> ranges.ofEachSip(entry.parts, bytes(part(entry.buffer, entry.contents, 0)));
                }));
        ranges.map();
        run.wiring().ifPresent(wiring -> machine.install(InstallPlan.of(wiring, queues)));
        machine.resetStatistics();
        Map<Place, KernelArgs> args = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            args.put(places.get(i), args(i, addresses));
        }
        Kernel kernel = run.script().kernel().standing(place -> new Standing(places.indexOf(place), places.size()));
        Launch launch =
                machine.submit(kernel, place -> args.getOrDefault(place, new KernelArgs(List.of())), PeSet.of(places));
        try {
            machine.drain();
        } catch (DiagnosticException e) {
            throw run.explained(e);
        }
        var statistics = machine.statistics();
        List<WorkloadResult.Phase> phases = List.of(new WorkloadResult.Phase(
                run.script().kernel().name(), places.size() + (places.size() == 1 ? " PE" : " PEs"), launch.result()));
        if (!machine.computesValues()) {
            return new WorkloadResult(phases, new ValueCheck(), statistics);
        }
        SequencedMap<String, NdArray> outputs = new LinkedHashMap<>();
        placed.forEach((name, entry) -> outputs.put(name, read(machine, entry)));
        return new WorkloadResult(phases, check.look(outputs), statistics);
    }

    private KernelArgs args(int rank, Map<String, List<Long>> addresses) {
        Map<String, Long> own = new HashMap<>();
        addresses.forEach((name, byRank) -> own.put(name, byRank.get(rank)));
        return new KernelArgs(
                run.values(rank, own).stream().map(Literals::encode).toList());
    }

    private Placed place(Machine machine, String name, Buffer buffer, long seed) {
        List<Place> places = run.places();
        NdArray contents = buffer.contents(name, places.size(), run.sips(), seed);
        List<Long> parts = new ArrayList<>();
        if (buffer.spread() == Spread.SHARED) {
            long address = machine.allocate(Space.HBM, places.getFirst(), buffer.dtype(), contents.elements());
            machine.name(address, name);
            places.forEach(place -> parts.add(address));
        } else {
            for (int i = 0; i < places.size(); i++) {
                long elements = part(buffer, contents, i).elements();
                long address = machine.allocate(Space.HBM, places.get(i), buffer.dtype(), elements);
                machine.name(address, name + " of " + places.get(i));
                parts.add(address);
            }
        }
        return new Placed(buffer, parts, contents);
    }

    private static long bytes(NdArray array) {
        return array.dtype().bytesFor(array.elements());
    }

    private void parts(Placed placed, Map<Long, NdArray> into) {
        int count = placed.buffer.spread() == Spread.SHARED ? 1 : run.places().size();
        for (int i = 0; i < count; i++) {
            NdArray part = part(placed.buffer, placed.contents, i);
            if (part.elements() > 0) {
                into.put(placed.parts.get(i), part.contiguous());
            }
        }
    }

    /// What lies with one PE.
    private NdArray part(Buffer buffer, NdArray whole, int index) {
        return switch (buffer.spread()) {
            case SHARED -> whole;
            case EACH -> whole.select(0, index);
            case SPLIT -> {
                long rows = whole.shape().dim(0) / run.places().size();
                yield whole.slice(0, index * rows, (index + 1) * rows);
            }
            case SPREAD -> {
                int perSip = run.places().size() / run.sips();
                NdArray ofSip = whole.select(0, index / perSip);
                long rows = ofSip.shape().dim(0) / perSip;
                yield ofSip.slice(0, index % perSip * rows, (index % perSip + 1) * rows);
            }
        };
    }

    private NdArray read(Machine machine, Placed placed) {
        NdArray all = NdArray.zeros(placed.contents.dtype(), placed.contents.shape());
        int count = placed.buffer.spread() == Spread.SHARED ? 1 : run.places().size();
        for (int i = 0; i < count; i++) {
            NdArray part = part(placed.buffer, all, i);
            Shape shape = part.shape();
            if (shape.elements() > 0) {
                part.assign(machine.read(placed.parts.get(i), all.dtype(), shape));
            }
        }
        return all;
    }
}
