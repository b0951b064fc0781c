package sectile.runtime.host;

import java.io.IOException;

/// Starts external programs: compilers, emulators, and programs that run in processes of their own. Everything that is
/// started goes through the launcher of the options, so that a test can see what would be started on a machine that has
/// programs which this one has not.
@FunctionalInterface
public interface Launcher {
    /// The one of the operating system.
    Launcher SYSTEM = ProcessBuilder::start;

    /// Starts a program.
    ///
    /// @param program its arguments, directory, environment and streams
    /// @throws IOException when it does not start
    Process start(ProcessBuilder program) throws IOException;
}
