package sectile.script.code;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Tl;
import sectile.sim.problem.KernelCode;

/// One run of a function and all it calls: on a PE, or on the host without a machine.
public final class Activation {
    /// How deep calls may nest.
    static final int MAX_CALLS = 200;
    /// How many iterations a kernel may make between two operations of the machine.
    static final long MAX_STEPS = 50_000_000;

    /// What a round of a loop costs this host, in the units of the limits.
    private static final long STEP_WORK = 30;

    private final @Nullable Tl tl;
    private final Consumer<String> printed;
    private final Optional<Standing> standing;
    private final IdentityHashMap<Handle, Long> ids = new IdentityHashMap<>();
    private Span at = Span.none();
    private int calls;
    private long steps;
    private final Limits limits;

    private Activation(@Nullable Tl tl, Limits limits, Consumer<String> printed, Optional<Standing> standing) {
        this.tl = tl;
        this.limits = limits;
        this.printed = printed;
        this.standing = standing;
    }

    /// On a PE; from here on it knows the kernel's line from us.
    ///
    /// @param start where the kernel is before it asks for anything
    /// @param standing what `tl.rank` is, empty if the launch does not say
    public static Activation on(Tl tl, Consumer<String> printed, Span start, Optional<Standing> standing) {
        Activation run = new Activation(tl, tl.limits(), printed, standing);
        run.at = start;
        tl.locateBy(() -> run.at);
        return run;
    }

    /// Without a machine: for constants and for functions that prepare a launch.
    public static Activation onHost(Consumer<String> printed) {
        return onHost(printed, Limits.none());
    }

    /// Without a machine interface, within limits: for a host program, or for one rank of it.
    public static Activation onHost(Consumer<String> printed, Limits limits) {
        return new Activation(null, limits, printed, Optional.empty());
    }

    /// The number of a handle: those that were asked for are numbered from 1 on.
    long idOf(Handle handle) {
        return ids.computeIfAbsent(handle, unnumbered -> ids.size() + 1L);
    }

    Standing standing(String name, Span where) {
        return standing.orElseThrow(() -> Problems.at(
                where,
                TextCode.NO_RANK,
                "`tl." + name + "` is not known in this launch",
                "pass it to the kernel as an argument"));
    }

    /// The machine's interface. The compiler sees to it that only functions on a PE ask.
    Tl tl() {
        if (tl == null) {
            throw Problems.at(at, TextCode.TL_AS_A_VALUE, "a function of the host has no `tl`", "do this in a kernel");
        }
        return tl;
    }

    /// The kernel asks the machine for something now.
    void enter(Span call) {
        limits.work(STEP_WORK, call);
        at = call;
        steps = 0;
    }

    void print(String text) {
        printed.accept(tl == null ? text : tl.place() + ": " + text);
    }

    /// Counts one round of a loop or one call.
    void step(Span where) {
        limits.work(STEP_WORK, where);
        if (++steps > MAX_STEPS) {
            at = where;
            throw Problems.at(
                    where,
                    TextCode.ENDLESS_LOOP,
                    "possible infinite loop: " + MAX_STEPS + " iterations and calls without a `tl` operation",
                    "check that the condition of the loop changes");
        }
    }

    void enterFunction(String name, Span call) {
        step(call);
        if (++calls > MAX_CALLS) {
            at = call;
            throw Problems.at(
                    call,
                    TextCode.CALLS_TOO_DEEP,
                    "`" + name + "` is called more than " + MAX_CALLS + " calls deep",
                    "a kernel has a small stack; use a loop");
        }
    }

    void leaveFunction() {
        calls--;
    }

    /// Something that a host value does, at the place that asks for it.
    <T> T at(Span call, Supplier<T> action) {
        enter(call);
        try {
            return action.get();
        } catch (RuntimeException e) {
            throw located(e, call);
        }
    }

    /// A failure of the machine's interface, at the call in the text that led to it.
    RuntimeException located(RuntimeException failure, Span call) {
        List<Diagnostic> diagnostics = switch (failure) {
            case DiagnosticException known ->
                known.diagnostics().stream()
                        .map(problem -> problem.span().isNone() ? at(problem, call) : problem)
                        .toList();
            case IllegalArgumentException bad -> List.of(unfit(bad, call));
            case ArithmeticException bad -> List.of(unfit(bad, call));
            default -> List.of();
        };
        if (diagnostics.isEmpty()) {
            return failure;
        }
        DiagnosticException better = new DiagnosticException(diagnostics);
        // The stack names the operation of the machine that failed.
        better.setStackTrace(failure.getStackTrace());
        better.initCause(failure);
        return better;
    }

    /// The run ends with a failure: the kernel is where that says.
    public void end(DiagnosticException failure) {
        failure.diagnostics().stream()
                .map(Diagnostic::span)
                .filter(span -> !span.isNone())
                .findFirst()
                .ifPresent(span -> at = span);
    }

    private static Diagnostic at(Diagnostic problem, Span call) {
        return new Diagnostic(
                problem.kind(), problem.severity(), call, problem.message(), problem.notes(), problem.hint());
    }

    private static Diagnostic unfit(RuntimeException bad, Span call) {
        return Diagnostic.error(
                KernelCode.TEXT_ARGUMENT, call, "the operation refuses its arguments: " + bad.getMessage());
    }
}
