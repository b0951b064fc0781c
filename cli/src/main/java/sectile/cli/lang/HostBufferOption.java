package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Invocation;
import sectile.cli.exec.Executor;
import sectile.cli.problem.CliCode;

/// Whether a device without memory for arrays may use buffers of the host instead.
final class HostBufferOption {
    private static final String NAME = "--host-buffers";

    @Parameter(
            names = NAME,
            description = "let a device that has no memory for arrays use buffers of the host for parameters marked"
                    + " pl.OnDevice, with a warning")
    private boolean allowed;

    boolean allowed() {
        return allowed;
    }

    void check(Executor executor, Invocation call, Diagnostics problems) {
        if (allowed && !executor.takesHostBuffers()) {
            problems.error(
                    CliCode.ORDER_NOT_CHOSEN_HERE,
                    call.spanOf(NAME),
                    "`" + NAME + "` has no effect on the executor `" + executor.name()
                            + "`: it does not lack memory for arrays",
                    "leave it out");
        }
    }
}
