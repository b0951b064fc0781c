package sectile.check.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
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

/// Kernels on the simulated machine, each run on a fresh one. Threads that run them at the same time share nothing:
/// what a
/// job keeps between runs, such as the compiled text of a kernel, each of them makes for itself.
public final class MachineSubject implements Subject {
    private final Topology topology;
    private final Limits limits;
    private final Supplier<Job> jobs;
    private final Job job;
    private final List<Fault> faults;
    /// Whether a kernel receives from any direction; known once one has, on any thread.
    private final AtomicBoolean arrivalsMatter;

    /// What is run.
    @FunctionalInterface
    public interface Job {
        Answer run(Machine machine);
    }

    /// @param jobs makes one for every thread
    public MachineSubject(Topology topology, Limits limits, Supplier<Job> jobs) {
        this(topology, limits, jobs, jobs.get(), List.of(), new AtomicBoolean());
    }

    private MachineSubject(
            Topology topology,
            Limits limits,
            Supplier<Job> jobs,
            Job job,
            List<Fault> faults,
            AtomicBoolean arrivalsMatter) {
        this.faults = List.copyOf(faults);
        this.topology = topology;
        this.limits = limits;
        this.jobs = jobs;
        this.job = job;
        this.arrivalsMatter = arrivalsMatter;
    }

    @Override
    public Subject apart() {
        return new MachineSubject(
                topology, Limits.ofMemory(limits.memoryBytes()), jobs, jobs.get(), faults, arrivalsMatter);
    }

    /// The same on a machine on which one more thing goes wrong, for the same thread.
    public MachineSubject failing(Fault wrong) {
        var more = new ArrayList<>(faults);
        more.add(wrong);
        return new MachineSubject(topology, limits, jobs, job, more, new AtomicBoolean(arrivalsMatter.get()));
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
        try (Machine machine = Machine.open(topology, options().withPace(Pace.PLAIN))) {
            return job.run(machine) instanceof WorkloadAnswer answer
                    ? OptionalLong.of(answer.result().phases().stream()
                            .mapToLong(phase -> phase.result().latencyPs())
                            .sum())
                    : OptionalLong.empty();
        } catch (DiagnosticException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public Answer run(Order order, Observer observer) {
        MachineOptions options = options().watchedBy(observer).ordered(order, arrivalsMatter.get());
        try (Machine machine = Machine.open(topology, options)) {
            return job.run(machine);
        } catch (DiagnosticException e) {
            throw e;
        } catch (RuntimeException e) {
            throw meant(e);
        }
    }

    /// What ended a run, under what the workload made of it.
    private RuntimeException meant(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Abandoned abandoned) {
                return abandoned;
            }
            if (cause instanceof ArrivalOrderMatters) {
                arrivalsMatter.set(true);
                return new OtherSteps(cause);
            }
        }
        return thrown;
    }
}
