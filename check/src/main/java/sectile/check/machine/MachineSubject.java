package sectile.check.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.Limits;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.check.explore.Abandoned;
import sectile.check.explore.Answer;
import sectile.check.explore.Subject;
import sectile.sim.machine.ArrivalOrderMatters;
import sectile.sim.machine.Fault;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.Pace;
import sectile.sim.topology.Topology;

/// Kernels on the simulated machine, each run on a fresh one. Runs take turns: what they share, such as the compiled
/// text of a kernel, belongs to one of them at a time.
public final class MachineSubject implements Subject {
    private final Topology topology;
    private final Limits limits;
    private final Job job;
    private final List<Fault> faults;
    private final ReentrantLock turn = new ReentrantLock();
    /// Whether a kernel receives from any direction; known once one has.
    private volatile boolean arrivalsMatter;

    /// What is run.
    @FunctionalInterface
    public interface Job {
        Answer run(Machine machine);
    }

    public MachineSubject(Topology topology, Limits limits, Job job) {
        this(topology, limits, job, List.of());
    }

    private MachineSubject(Topology topology, Limits limits, Job job, List<Fault> faults) {
        this.faults = List.copyOf(faults);
        this.topology = topology;
        this.limits = limits;
        this.job = job;
    }

    /// The same on a machine on which one more thing goes wrong.
    public MachineSubject failing(Fault wrong) {
        var more = new ArrayList<>(faults);
        more.add(wrong);
        return new MachineSubject(topology, limits, job, more);
    }

    private MachineOptions options() {
        MachineOptions options = MachineOptions.standard().within(limits);
        for (Fault fault : faults) {
            options = options.failing(fault);
        }
        return options;
    }

    /// What a run takes in the order of simulated time, in picoseconds; empty if it does not end.
    public OptionalLong time() {
        turn.lock();
        try (Machine machine = Machine.open(topology, options().withPace(Pace.PLAIN))) {
            return job.run(machine) instanceof WorkloadAnswer answer
                    ? OptionalLong.of(answer.result().phases().stream()
                            .mapToLong(phase -> phase.result().latencyPs())
                            .sum())
                    : OptionalLong.empty();
        } catch (DiagnosticException e) {
            return OptionalLong.empty();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public Answer run(Order order, Observer observer) {
        MachineOptions options = options().watchedBy(observer).ordered(order, arrivalsMatter);
        turn.lock();
        try (Machine machine = Machine.open(topology, options)) {
            return job.run(machine);
        } catch (DiagnosticException e) {
            throw e;
        } catch (RuntimeException e) {
            throw meant(e);
        } finally {
            turn.unlock();
        }
    }

    /// What ended a run, under what the workload made of it.
    private RuntimeException meant(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Abandoned abandoned) {
                return abandoned;
            }
            if (cause instanceof ArrivalOrderMatters) {
                arrivalsMatter = true;
                return new OtherSteps(cause);
            }
        }
        return thrown;
    }
}
