package sectile.cli.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.problem.CliCode;
import sectile.runtime.device.ProgramDevice;

/// Executors by name.
public record Executors(List<Executor> all) {
    private static final Pattern NUMBERED = Pattern.compile("([a-z][a-z0-9-]*):(\\d{1,4})");

    public Executors {
        all = List.copyOf(all);
    }

    /// Those that come with Sectile. A new one is added to the list here.
    public static Executors standard() {
        var all = new ArrayList<Executor>(
                List.of(new InterpreterExecutor(), new FunctionalExecutor(), new MachineExecutor()));
        all.addAll(Devices.all());
        return new Executors(all);
    }

    public List<String> names() {
        return all.stream().map(Executor::name).toList();
    }

    public Optional<Executor> named(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        if (!numbered.matches()) {
            return all.stream()
                    .filter(executor ->
                            executor.name().equals(name) || executor.name().equals(name + ":0"))
                    .findFirst();
        }
        int index = Integer.parseInt(numbered.group(2));
        return all.stream()
                .filter(executor -> executor.name().equals(numbered.group(1) + ":0"))
                .findFirst()
                .flatMap(executor -> executor.at(index));
    }

    /// The executor of a name that runs tile programs; a diagnostic with the nearest name if there is none.
    public Executor ofPrograms(String name, Span at) {
        return find(name, "tile programs", executor -> executor.programs().isPresent(), at);
    }

    /// The executor of a name that runs kernels; a diagnostic with the nearest name if there is none.
    public Executor ofKernels(String name, Span at) {
        return find(name, "tl kernels", executor -> executor.kernels().isPresent(), at);
    }

    /// The device of the executor of a name; a diagnostic if there is none, or if it has no time of its own.
    public ProgramDevice open(String name, DeviceRequest request, Span at) {
        Executor executor = ofPrograms(name, at);
        return executor.open(request)
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                CliCode.NO_TIME,
                                at,
                                "the executor `" + name + "` computes values only and cannot be timed")
                        .hint("use --on host, or another device")));
    }

    private Executor find(String name, String what, Predicate<Executor> runs, Span at) {
        List<String> names =
                all.stream().filter(runs).map(Executor::name).sorted().toList();
        Optional<Executor> found = named(name);
        if (found.isPresent() && runs.test(found.get())) {
            return found.get();
        }
        String message = found.isPresent()
                ? "the executor `" + name + "` does not run " + what
                : "there is no executor `" + name + "`";
        throw new DiagnosticException(Diagnostic.error(CliCode.UNKNOWN_EXECUTOR, at, message)
                .hint(found.isPresent() ? what + " run on: " + String.join(", ", names) : Nearest.hint(name, names)));
    }
}
