package sectile.cli.command;

import java.io.IOException;
import java.util.List;

/// One verb. An object serves one run: its option fields are filled in before [#run].
public interface Command {
    /// The word or words it is called by, such as `doctor` or `topology show`.
    String name();

    /// What it does, in a line that fits behind the name in a list.
    String summary();

    /// What the help of this verb says beyond the summary; may be empty.
    default String description() {
        return "";
    }

    default Operands operands() {
        return Operands.NONE;
    }

    /// Whether its work can take long or much memory; then it takes [LimitOptions].
    default boolean isLimited() {
        return true;
    }

    List<Example> examples();

    /// Does the work. User errors are thrown as [sectile.base.diag.DiagnosticException]; a file that cannot be read or
    /// written may come out as the [IOException] it is.
    ExitCode run(Invocation call) throws IOException;
}
