package sectile.cli.exec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.cli.run.UserCache;
import sectile.runtime.embedded.Board;
import sectile.runtime.embedded.EmbeddedDevice;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.mpi.MpiDevice;
import sectile.runtime.mppa.MppaDevice;
import sectile.runtime.opencl.OpenCl;
import sectile.runtime.opencl.OpenClDevice;

/// The devices that this machine may have, as executors.
final class Devices {
    private Devices() {}

    static List<Executor> all() {
        var all = new ArrayList<Executor>(List.of(
                new DeviceExecutor(
                        "host",
                        "tile programs as native code on this CPU",
                        false,
                        0,
                        false,
                        (index, request) -> HostDevice.open(options(request))),
                new DeviceExecutor(
                        "mpi",
                        "tile programs as native code, every rank a process over MPI",
                        false,
                        0,
                        true,
                        (index, request) -> MpiDevice.open(index, options(request), request.hostBuffers())),
                new DeviceExecutor(
                        "opencl",
                        "tile programs on an OpenCL device; opencl:1 is the second",
                        true,
                        0,
                        false,
                        (index, request) -> OpenClDevice.open(openCl(), index, options(request)))));
        for (Board board : Board.values()) {
            all.add(new DeviceExecutor(
                    board.text(),
                    "tile programs on an emulated board",
                    false,
                    0,
                    true,
                    (index, request) -> EmbeddedDevice.open(board, index, options(request), request.hostBuffers())));
        }
        all.add(new DeviceExecutor(
                "mppa",
                "tile programs on a cluster of a Kalray MPPA or its simulators; mppa:1 is the second",
                true,
                0,
                false,
                (index, request) -> MppaDevice.open(index, options(request))));
        return all;
    }

    private static HostOptions options(DeviceRequest request) {
        HostOptions options = HostOptions.of(System.getenv(), cache("native"), System::nanoTime);
        return request.saveTemps().map(options::savingTemps).orElse(options);
    }

    static OpenCl openCl() {
        return OpenCl.load(System.getenv(), cache("opencl"));
    }

    private static Path cache(String name) {
        Map<String, String> environment = System.getenv();
        return UserCache.of(environment).directory().resolve(name);
    }
}
