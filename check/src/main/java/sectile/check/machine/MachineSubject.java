package sectile.check.machine;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
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
import sectile.sim.topology.Topology;

/// Kernels on the simulated machine, each run on a fresh one. Runs take turns: what they share, such as the compiled
/// text of a kernel, belongs to one of them at a time.
public final class MachineSubject implements Subject {
    private final Topology topology;
    private final Limits limits;
    private final Job job;
    private final @Nullable Fault fault;
    private final ReentrantLock turn = new ReentrantLock();
    /// Whether a kernel receives from any direction; known once one has.
    private volatile boolean arrivalsMatter;

    /// What is run.
    @FunctionalInterface
    public interface Job {
        Answer run(Machine machine);
    }

    public MachineSubject(Topology topology, Limits limits, Job job) {
        this(topology, limits, job, null);
    }

    private MachineSubject(Topology topology, Limits limits, Job job, @Nullable Fault fault) {
        this.fault = fault;
        this.topology = topology;
        this.limits = limits;
        this.job = job;
    }

    /// The same on a machine on which something goes wrong.
    public MachineSubject failing(Fault wrong) {
        return new MachineSubject(topology, limits, job, wrong);
    }

    @Override
    public Answer run(Order order, Observer observer) {
        MachineOptions options =
                MachineOptions.standard().within(limits).watchedBy(observer).ordered(order, arrivalsMatter);
        if (fault != null) {
            options = options.failing(fault);
        }
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
