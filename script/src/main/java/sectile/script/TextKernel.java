package sectile.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.script.code.Activation;
import sectile.script.code.FunctionCode;
import sectile.script.code.Standing;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// A kernel that is a function of a text. Its parameters but `tl` get the arguments of the launch in order; parameters
/// with a default may be left out at the end.
public final class TextKernel implements Kernel {
    private final FunctionCode code;
    private final Consumer<String> printed;
    private final boolean prints;

    /// @param prints whether the text has a `print` in it: the only thing about it that shows outside
    TextKernel(FunctionCode code, Consumer<String> printed, boolean prints) {
        this.code = code;
        this.printed = printed;
        this.prints = prints;
    }

    @Override
    public boolean isRepeatable() {
        return !prints;
    }

    @Override
    public String name() {
        return code.name();
    }

    /// The function's name, where it is.
    public Span span() {
        return code.span();
    }

    /// The parameters but `tl`.
    public List<FunctionCode.Parameter> parameters() {
        return code.parameters();
    }

    @Override
    public void run(Tl tl, KernelArgs args) {
        List<Object> values = new ArrayList<>(args.size());
        for (Object value : args.values()) {
            values.add(Literals.decode(value));
        }
        run(tl, values, Optional.empty());
    }

    /// The same with arguments that may be any value of the text's language.
    ///
    /// @param standing what `tl.rank` and `tl.world_size` are, if the launch knows
    public void run(Tl tl, List<Object> arguments, Optional<Standing> standing) {
        Activation run = Activation.on(tl, printed, code.span(), standing);
        try {
            code.call(run, complete(arguments));
        } catch (DiagnosticException e) {
            run.end(e);
            throw e;
        } catch (StackOverflowError e) {
            DiagnosticException better = Problems.at(
                    code.span(),
                    TextCode.CALLS_TOO_DEEP,
                    "kernel `" + code.name() + "` nests calls too deep",
                    "use a loop");
            run.end(better);
            throw better;
        }
    }

    /// The same kernel in a launch that knows the rank of each PE.
    public Kernel standing(Function<Place, Standing> standing) {
        Kernel kernel = (tl, args) ->
                run(tl, args.values().stream().map(Literals::decode).toList(), Optional.of(standing.apply(tl.place())));
        Kernel named = kernel.named(name());
        return isRepeatable() ? named.repeatable() : named;
    }

    /// The arguments, with defaults for those left out.
    private List<Object> complete(List<Object> arguments) {
        List<FunctionCode.Parameter> parameters = code.parameters();
        List<Object> values = new ArrayList<>(arguments);
        for (int i = values.size(); i < parameters.size() && parameters.get(i).value() != null; i++) {
            values.add(java.util.Objects.requireNonNull(parameters.get(i).value()));
        }
        if (values.size() != parameters.size()) {
            throw Problems.at(
                    code.span(),
                    TextCode.LAUNCH_ARGUMENTS,
                    "kernel `" + code.name() + "` takes " + parameters.size() + " arguments but was launched with "
                            + arguments.size(),
                    code.name() + "(" + String.join(", ", code.parameterNames()) + ", tl)");
        }
        return values;
    }
}
