package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.cli.command.Invocation;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;

/// `--target`
final class TargetOption {
    @Parameter(
            names = "--target",
            placeholder = "TARGET",
            description = "what to compile for: machine, npu-direct, npu-gm, or a file ending in .yaml")
    private @Nullable String target;

    /// The target that is named, if one is.
    Optional<Target> given(Invocation call) {
        return Optional.ofNullable(target).map(name -> Targets.named(name, call.spanOf("--target")));
    }

    /// The target that is named, or the simulated machine.
    Target orMachine(Invocation call) {
        return given(call).orElseGet(() -> Targets.builtIn(Targets.MACHINE));
    }
}
