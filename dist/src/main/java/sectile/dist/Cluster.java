package sectile.dist;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.dist.group.Distributed;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Tensors;
import sectile.dist.worker.WorkerBody;
import sectile.dist.worker.Workers;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Launch;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.PeSet;
import sectile.sim.machine.Sip;
import sectile.sim.topology.Topology;

/// A simulated machine with the host programs that use it: one device per SIP, one worker per rank.
public final class Cluster implements AutoCloseable {
    private final Machine machine;
    private final Workers workers;
    private final Tensors tensors;
    private final Distributed distributed;

    private Cluster(Machine machine) {
        this.machine = machine;
        this.workers = new Workers(machine);
        this.tensors = new Tensors(workers, Space.HBM);
        this.distributed = new Distributed(workers);
    }

    public static Cluster open(Topology topology) {
        return open(topology, MachineOptions.standard());
    }

    public static Cluster open(Topology topology, MachineOptions options) {
        return on(Machine.open(topology, options));
    }

    /// On a machine that is there already; closing the cluster closes it.
    public static Cluster on(Machine machine) {
        return new Cluster(machine);
    }

    public Machine machine() {
        return machine;
    }

    public Distributed distributed() {
        return distributed;
    }

    /// Debug mode: hears of things that work but are likely to be mistakes, such as asking for the rank outside all
    /// workers.
    public void debug(Consumer<Diagnostic> warnings) {
        workers.debug(warnings);
    }

    // Devices

    /// The device registry under the name of the memory it is made of.
    public Ahbm ahbm() {
        return new Ahbm(workers);
    }

    /// The same registry under its general name.
    public Accelerator accelerator() {
        return new Accelerator(workers);
    }

    /// Chooses the SIP that the calling worker's new tensors go to.
    public record Ahbm(Workers workers) {
        public void setDevice(int device) {
            workers.device(device);
        }

        /// The device that was chosen; empty if none was, and then it is the caller's own SIP.
        public OptionalInt currentDevice() {
            return workers.chosenDevice();
        }
    }

    /// Chooses the SIP that the calling worker's new tensors go to.
    public record Accelerator(Workers workers) {
        public void setDeviceIndex(int device) {
            workers.device(device);
        }

        /// The device that was chosen; empty if none was, and then it is the caller's own SIP.
        public OptionalInt currentDeviceIndex() {
            return workers.chosenDevice();
        }
    }

    // Tensors on the current device

    /// Makes tensors in a memory of the PEs: HBM unless it is named, TCM for what must be close.
    public Tensors tensors(Space space) {
        return new Tensors(workers, space);
    }

    /// All devices, by their numbers: the SIPs of the machine.
    public List<Sip> devices() {
        return workers.devices();
    }

    /// The device that new tensors of the caller go to, whether it was chosen or not.
    public Sip device() {
        return workers.device();
    }

    public DeviceTensor empty(Shape shape, DType dtype, Layout layout) {
        return tensors.empty(shape, dtype, layout);
    }

    public DeviceTensor zeros(Shape shape, DType dtype, Layout layout) {
        return tensors.zeros(shape, dtype, layout);
    }

    public DeviceTensor full(Shape shape, DType dtype, double value, Layout layout) {
        return tensors.full(shape, dtype, value, layout);
    }

    public DeviceTensor arange(Shape shape, DType dtype, Layout layout) {
        return tensors.arange(shape, dtype, layout);
    }

    public DeviceTensor fromHost(NdArray values, Layout layout) {
        return tensors.fromHost(values, layout);
    }

    // Workers

    /// Runs a body for each of `ranks` ranks to the end.
    ///
    /// @throws sectile.dist.worker.SpawnException if a rank failed; the machine is usable afterwards
    public void spawn(int ranks, WorkerBody body) {
        workers.spawn(ranks, body);
    }

    /// Runs a kernel on some PEs to the end; the other ranks run meanwhile.
    public LaunchResult launch(Kernel kernel, Function<Place, KernelArgs> args, PeSet where) {
        Launch launch = machine.submit(kernel, args, where);
        workers.await(launch);
        return launch.result();
    }

    /// Installs queues for kernels that [#launch] runs.
    public void install(InstallPlan plan) {
        workers.await(machine.submitInstall(plan));
    }

    /// Lets the other ranks run.
    public void cooperativeYield() {
        workers.cooperativeYield();
    }

    /// Lets the calling worker do nothing for some simulated time: a rank that comes late.
    public void sleep(long picoseconds) {
        workers.await(machine.submitDelay(picoseconds));
    }

    @Override
    public void close() {
        workers.devices().forEach(Sip::close);
        machine.close();
    }
}
