package sectile.cli.exec;

import java.util.Optional;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;

/// A device that runs tile programs.
///
/// @param numbered whether `name:N` is another device of the same kind
/// @param index which of them this is
/// @param takesHostBuffers whether it has no memory for arrays
record DeviceExecutor(
        String family, String summary, boolean numbered, int index, boolean takesHostBuffers, Opening opening)
        implements Executor {
    /// Opens the device of a number.
    @FunctionalInterface
    interface Opening {
        ProgramDevice open(int index, DeviceRequest request);
    }

    @Override
    public String name() {
        return numbered ? family + ":" + index : family;
    }

    @Override
    public Optional<Executor> at(int newIndex) {
        return numbered
                ? Optional.of(new DeviceExecutor(family, summary, true, newIndex, takesHostBuffers, opening))
                : Optional.empty();
    }

    @Override
    public Optional<OfPrograms> programs() {
        return Optional.of((program, run, request) -> {
            try (ProgramDevice device = opening.open(index, request);
                    LoadedProgram loaded = device.load(program)) {
                return loaded.run(run);
            }
        });
    }

    @Override
    public Optional<ProgramDevice> open(DeviceRequest request) {
        return Optional.of(opening.open(index, request));
    }
}
