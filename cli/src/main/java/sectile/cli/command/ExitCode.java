package sectile.cli.command;

/// What a run says to the shell.
public enum ExitCode {
    OK(0),
    /// The work was done and its result is wrong, or a check failed.
    WRONG(1),
    /// Something the user wrote cannot be used, or a limit was reached; diagnostics say what.
    USER_ERROR(2),
    /// A tool, a device or a package is missing.
    MISSING(3),
    /// An error of ours.
    INTERNAL_ERROR(70),
    /// The reader of the output closed the pipe: what a shell reports for SIGPIPE.
    BROKEN_PIPE(141);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
