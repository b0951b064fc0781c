package sectile.cli.exec;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import sectile.cli.run.UserCache;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.Device;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;

/// Native code on this CPU.
final class HostExecutor implements Executor {
    @Override
    public String name() {
        return "host";
    }

    @Override
    public String summary() {
        return "tile programs as native code on this CPU";
    }

    @Override
    public Optional<OfPrograms> programs() {
        return Optional.of((program, run, machine) -> execute(program, run));
    }

    @Override
    public Optional<Device> open(DeviceRequest request) {
        return Optional.of(device(request.saveTemps()));
    }

    private static HostDevice device(Optional<Path> saveTemps) {
        Map<String, String> environment = System.getenv();
        Path cache = UserCache.of(environment).directory().resolve("native");
        HostOptions options = HostOptions.of(environment, cache, System::nanoTime);
        return HostDevice.open(saveTemps.map(options::savingTemps).orElse(options));
    }

    private static Outcome execute(Program program, Run run) {
        try (HostDevice device = device(Optional.empty());
                LoadedProgram loaded = device.load(program)) {
            return loaded.run(run);
        }
    }
}
