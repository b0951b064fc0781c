package sectile.dist.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.Diagnostic;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Pending;
import sectile.sim.machine.Sip;

/// Runs one body per rank on one thread, each until it waits, in the order of ranks; when all wait, simulated time
/// passes until one of them need not any more.
///
/// Outside any worker the rank and the device are 0, and waiting lets everything happen that is in flight.
public final class Workers {
    /// Time passes on all of it.
    private final Machine machine;

    private final List<Sip> devices;
    private final List<Runnable> resets = new ArrayList<>();
    private final List<Stall> stalls = new ArrayList<>();
    private @Nullable Worker current;
    private @Nullable CoroutineFactory coroutines;
    private TreeSet<Integer> ready = new TreeSet<>();
    private TreeSet<Integer> yielded = new TreeSet<>();
    private int outsideDevice;
    private boolean outsideDeviceChosen;
    private @Nullable Consumer<Diagnostic> warnings;

    public Workers(Machine machine) {
        this.machine = machine;
        this.devices = Sip.all(machine);
    }

    // Who am I

    public boolean isInside() {
        return current != null;
    }

    public int rank() {
        if (current == null) {
            warn(WorkerErrors.rankOutside());
            return 0;
        }
        return current.rank();
    }

    /// All devices that there are, by their numbers.
    public List<Sip> devices() {
        return devices;
    }

    /// The machine they are part of.
    public Machine machine() {
        return machine;
    }

    /// The device that new tensors go to.
    public Sip device() {
        return devices.get(deviceNumber());
    }

    private int deviceNumber() {
        if (current == null) {
            if (!outsideDeviceChosen) {
                warn(WorkerErrors.deviceOutside());
            }
            return outsideDevice;
        }
        return current.device();
    }

    /// The number of the device that the caller chose; empty until it did.
    public OptionalInt chosenDevice() {
        if (current != null) {
            return current.hasChosen() ? OptionalInt.of(current.device()) : OptionalInt.empty();
        }
        return outsideDeviceChosen ? OptionalInt.of(outsideDevice) : OptionalInt.empty();
    }

    /// Debug mode: hears of the rank and the device being asked for where there are none.
    public void debug(Consumer<Diagnostic> listener) {
        warnings = listener;
    }

    private void warn(Diagnostic warning) {
        if (warnings != null) {
            warnings.accept(warning);
        }
    }

    public void device(int sip) {
        if (sip < 0 || sip >= devices.size()) {
            throw WorkerErrors.noSuchDevice(sip, devices.size());
        }
        if (current == null) {
            outsideDevice = sip;
            outsideDeviceChosen = true;
        } else {
            current.device(sip);
        }
    }

    // Waiting

    /// Waits until something is done; continues at once if it is.
    public void await(Pending pending) {
        Worker self = current;
        if (pending.isDone()) {
            return;
        }
        if (self == null) {
            machine.drain();
            if (!pending.isDone()) {
                throw explainOutside(pending);
            }
            return;
        }
        self.await(pending);
        pending.whenDone(() -> {
            if (self.awaited() == pending) {
                ready.add(self.rank());
                machine.pause();
            }
        });
        suspend();
        self.await(null);
    }

    /// Outside all workers there is one caller, which asked for something before the rest of it was there.
    private RuntimeException explainOutside(Pending pending) {
        Map<Integer, RuntimeException> reasons = new TreeMap<>();
        stalls.forEach(stall -> reasons.putAll(stall.explain(Map.of(0, pending), List.of())));
        return reasons.isEmpty()
                ? WorkerErrors.neverDone()
                : reasons.values().iterator().next();
    }

    /// Lets the other ranks run, and simulated time pass if all of them wait.
    public void cooperativeYield() {
        if (current != null) {
            yielded.add(current.rank());
            suspend();
        }
    }

    private void suspend() {
        Objects.requireNonNull(coroutines).suspend();
    }

    // Running

    /// What puts things back in order after a rank failed.
    public void onFailure(Runnable reset) {
        resets.add(reset);
    }

    /// What explains why ranks wait in vain.
    public void onStall(Stall stall) {
        stalls.add(stall);
    }

    /// Runs a body for each of `count` ranks to the end. Rank r begins on device r if there is one.
    ///
    /// @throws SpawnException if a rank failed; the machine is usable afterwards
    public void spawn(int count, WorkerBody body) {
        if (current != null) {
            throw WorkerErrors.nestedSpawn(current.rank());
        }
        if (count < 1) {
            throw WorkerErrors.noRanks(count);
        }
        try (CoroutineFactory factory = CoroutineKind.fastest().create()) {
            coroutines = factory;
            List<Worker> workers = new ArrayList<>();
            for (int rank = 0; rank < count; rank++) {
                int number = rank;
                int device = Math.min(rank, devices.size() - 1);
                workers.add(new Worker(rank, device, factory.create(() -> call(body, number))));
            }
            factory.drive(() -> run(workers));
        } finally {
            coroutines = null;
            current = null;
        }
    }

    private static void call(WorkerBody body, int rank) {
        try {
            body.run(rank);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new BodyFailed(e);
        }
    }

    private void run(List<Worker> workers) {
        SequencedMap<Integer, Throwable> failures = new TreeMap<>();
        ready = new TreeSet<>(workers.stream().map(Worker::rank).toList());
        yielded = new TreeSet<>();
        int unfinished = workers.size();
        while (failures.isEmpty() && unfinished > 0) {
            TreeSet<Integer> round = ready;
            ready = new TreeSet<>();
            for (int rank : round) {
                resume(workers.get(rank), failures);
                unfinished -= workers.get(rank).coroutine().finished() ? 1 : 0;
            }
            if (failures.isEmpty() && ready.isEmpty()) {
                passTime(workers, failures);
            }
            ready.addAll(yielded);
            yielded.clear();
        }
        if (failures.isEmpty()) {
            finishUp(workers, failures);
        }
        if (!failures.isEmpty()) {
            giveUp(workers);
            throw new SpawnException(failures);
        }
    }

    private void resume(Worker worker, SequencedMap<Integer, Throwable> failures) {
        current = worker;
        try {
            worker.coroutine().resume();
        } catch (BodyFailed e) {
            failures.put(worker.rank(), Objects.requireNonNull(e.getCause()));
        } catch (RuntimeException | Error e) {
            failures.put(worker.rank(), e);
        } finally {
            current = null;
        }
    }

    /// Finishes what no rank waited for, and reports a rank that was left alone in a collective.
    private void finishUp(List<Worker> workers, SequencedMap<Integer, Throwable> failures) {
        passTime(workers, failures);
        if (failures.isEmpty()) {
            List<Integer> all = workers.stream().map(Worker::rank).toList();
            stalls.forEach(stall -> failures.putAll(stall.explain(Map.of(), all)));
        }
    }

    private void passTime(List<Worker> workers, SequencedMap<Integer, Throwable> failures) {
        try {
            machine.advance();
        } catch (KernelFailure e) {
            failures.put(rankOn(workers, e.place().sip()), e);
            return;
        } catch (RuntimeException e) {
            failures.put(0, e);
            return;
        }
        if (ready.isEmpty() && yielded.isEmpty() && workers.stream().anyMatch(worker -> worker.awaited() != null)) {
            failures.putAll(explain(workers));
        }
    }

    private static int rankOn(List<Worker> workers, int sip) {
        return workers.stream()
                .filter(worker -> worker.device() == sip)
                .mapToInt(Worker::rank)
                .findFirst()
                .orElse(0);
    }

    /// Nothing is in flight and all ranks wait: asks those that know why, else the machine.
    private Map<Integer, RuntimeException> explain(List<Worker> workers) {
        Map<Integer, Pending> waiting = new TreeMap<>();
        List<Integer> ended = new ArrayList<>();
        for (Worker worker : workers) {
            Pending awaited = worker.awaited();
            if (worker.coroutine().finished()) {
                ended.add(worker.rank());
            } else if (awaited != null) {
                waiting.put(worker.rank(), awaited);
            }
        }
        Map<Integer, RuntimeException> reasons = new TreeMap<>();
        stalls.forEach(stall -> reasons.putAll(stall.explain(waiting, ended)));
        if (reasons.isEmpty()) {
            int first = waiting.keySet().iterator().next();
            try {
                machine.drain();
                reasons.put(first, WorkerErrors.neverDone());
            } catch (RuntimeException deadlock) {
                reasons.put(first, deadlock);
            }
        }
        return reasons;
    }

    /// Ends every worker and lets the machine come to rest. What fails on the way follows from what is reported.
    private void giveUp(List<Worker> workers) {
        for (Worker worker : workers) {
            if (!worker.coroutine().finished()) {
                current = worker;
                unlessItFails(() -> worker.coroutine().abort(WorkerEnded::new));
                current = null;
            }
        }
        unlessItFails(machine::drain);
        resets.forEach(Runnable::run);
    }

    /// A worker may throw while it is being ended, and kernels may wait for a rank that is gone.
    private static void unlessItFails(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException consequence) {
            // Not the reason for giving up, which is reported.
        }
    }
}
