package sectile.cli.lang;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import sectile.cli.command.Invocation;
import sectile.ir.text.Specialisation;
import sectile.runtime.simulated.ProgramWorkload;
import sectile.runtime.simulated.SimulatedRun;

/// Tile programs for verbs that run several of them.
public final class Programs {
    private Programs() {}

    /// A program with inputs drawn from a seed, on the machine.
    ///
    /// @param settings `NAME=VALUE` of constants, dynamic dimensions and scalars, as `--set` has them
    public static ProgramWorkload workload(
            Path file, List<String> settings, Map<String, Long> sizes, int ranks, long seed, Invocation call) {
        Map<String, Object> constants = new LinkedHashMap<>(sizes);
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw Setting.wrong("--set", setting, call.spanOf("--set"), "NAME=VALUE, such as N=64");
            }
            constants.put(
                    setting.substring(0, equals),
                    new Setting(setting.substring(0, equals), setting.substring(equals + 1), call.spanOf("--set"))
                            .scalar());
        }
        ProgramOptions.Prepared prepared = ProgramOptions.prepare(
                file,
                new Specialisation("", Map.of(), constants),
                Map.of(),
                constants,
                "",
                ranks,
                List.of(),
                seed,
                OptionalLong.empty(),
                call);
        return new ProgramWorkload(
                prepared.program(), SimulatedRun.of(prepared.program(), prepared.run()), outputs -> {});
    }
}
