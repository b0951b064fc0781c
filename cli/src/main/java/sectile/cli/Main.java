package sectile.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import sectile.base.coroutine.CoroutineKind;
import sectile.cli.command.Console;

/// The program that `./sectile` starts; public for launchers that are not ours.
public final class Main {
    /// The part of the heap in use that is worth a warning.
    private static final double NEARLY_FULL = 0.85;

    private Main() {}

    public static void main(String[] args) {
        var console = new Console(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                Boolean.getBoolean("sectile.color"),
                Boolean.getBoolean("sectile.terminal"));
        CoroutineKind.notice().ifPresent(notice -> console.show(List.of(notice)));
        HeapWatch.warn(NEARLY_FULL, console::note);
        System.exit(new Cli(console, Verbs.standard(), System::exit)
                .run(List.of(args))
                .number());
    }
}
