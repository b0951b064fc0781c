package sectile.runtime.opencl;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import sectile.base.device.AcceleratorDevice;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.ir.Program;
import sectile.runtime.c.Dialect;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeLoader;
import sectile.runtime.problem.RunCode;

/// A device that the OpenCL library of the system offers.
public final class OpenClDevice implements ProgramDevice, AcceleratorDevice {
    private final DeviceId id;
    private final OpenCl.Found found;
    private final OpenClMemory memory;
    private final NativeLoader loader;
    /// What gives back all that the device holds, the last first.
    private final Deque<Runnable> releases = new ArrayDeque<>();
    private boolean closed;

    private OpenClDevice(DeviceId id, OpenCl library, OpenCl.Found found, HostOptions options) {
        this.id = id;
        this.found = found;
        try {
            MemorySegment context = library.createContext(found.handle());
            releases.addFirst(() -> library.release("clReleaseContext", context));
            MemorySegment queue = library.createQueue(context, found.handle());
            releases.addFirst(() -> library.release("clReleaseCommandQueue", queue));
            OpenClKernels kernels = OpenClKernels.build(library, context, found.handle());
            releases.addFirst(kernels::close);
            this.memory = new OpenClMemory(id, library, context, queue, found);
            var places = new OpenClPlaces(library, found, context, queue, kernels, memory);
            releases.addFirst(places::close);
            releases.addFirst(memory::close);
            this.loader = new NativeLoader(id, options, Dialect.OPENCL, places);
            releases.addFirst(loader::close);
        } catch (RuntimeException | Error e) {
            releases.forEach(Runnable::run);
            throw e;
        }
    }

    /// The device of a number, in the order of [OpenCl#devices].
    ///
    /// @param options how the part of programs that runs on the host is compiled
    /// @throws MissingException RUN-330 when there is no library, RUN-331 when there is no such device
    public static OpenClDevice open(OpenCl library, int index, HostOptions options) {
        List<OpenCl.Found> all = library.devices();
        if (index >= all.size()) {
            throw new MissingException(Diagnostic.error(
                            RunCode.NO_OPENCL_DEVICE,
                            Span.none(),
                            "there is no OpenCL device " + index + ": "
                                    + (all.isEmpty() ? "none is installed" : "the last one is " + (all.size() - 1)))
                    .hint("`sectile devices` lists them; pocl-opencl-icd makes this CPU one"));
        }
        OpenCl.Found found = all.get(index);
        if (!found.doubles()) {
            throw new MissingException(Diagnostic.error(
                            RunCode.NO_OPENCL_DEVICE,
                            Span.none(),
                            found.name() + " has no 64-bit floating point (cl_khr_fp64), which kernels need")
                    .hint("choose another device"));
        }
        return new OpenClDevice(new DeviceId("opencl", index), library, found, options);
    }

    @Override
    public DeviceId id() {
        return id;
    }

    @Override
    public String architecture() {
        return "opencl";
    }

    @Override
    public String description() {
        return found.name() + " (" + found.platform() + ", " + found.version() + "): " + found.units()
                + (found.units() == 1 ? " compute unit" : " compute units");
    }

    @Override
    public DeviceMemory ownMemory() {
        return memory;
    }

    @Override
    public LoadedProgram load(Program program) {
        return loader.load(program);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            releases.forEach(Runnable::run);
        }
    }
}
