package sectile.compiler.comm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.symbol.Direction;

/// Values that belong to windows, such as a signal or a context, and how they come from the host, which makes them, to
/// the functions that need them: every function in between gets a parameter, and every call an argument.
///
/// A value is known by the window it belongs to: a parameter of a function, or a buffer of the host.
public final class Wiring {
    private final Program program;
    private final String suffix;
    private final Type type;
    private final Direction direction;
    private final Map<String, WindowRoots> roots = new LinkedHashMap<>();
    /// By function: the window, and the variable that holds the value for it.
    private final Map<String, SequencedMap<Var, Var>> values = new LinkedHashMap<>();

    private final Map<String, FreshNames> names = new LinkedHashMap<>();
    private final Set<String> called = new HashSet<>();

    /// @param suffix of the parameters' names, after that of the window
    public Wiring(Program program, String suffix, Type type, Direction direction) {
        this.program = program;
        this.suffix = suffix;
        this.type = type;
        this.direction = direction;
        for (Function function : program.functions()) {
            roots.put(function.name(), WindowRoots.of(function, program));
            values.put(function.name(), new LinkedHashMap<>());
            names.put(function.name(), FreshNames.of(function));
            CallSite.of(function).forEach(site -> called.add(site.callee()));
        }
    }

    public WindowRoots roots(Function function) {
        return java.util.Objects.requireNonNull(roots.get(function.name()));
    }

    public FreshNames names(Function function) {
        return java.util.Objects.requireNonNull(names.get(function.name()));
    }

    /// A function needs the value of a window.
    public void need(Function function, Var window) {
        var own = java.util.Objects.requireNonNull(values.get(function.name()));
        if (!own.containsKey(window)) {
            own.put(window, names(function).variable(window.name() + suffix, type, window.origin()));
        }
    }

    /// The windows whose value a function needs, and the variable that holds each.
    public SequencedMap<Var, Var> values(Function function) {
        return java.util.Objects.requireNonNull(values.get(function.name()));
    }

    /// Whether the values of a function are made in it: that of the host, or one that no other calls.
    public boolean isOrigin(Function function) {
        return function.isHost() || !called.contains(function.name());
    }

    /// Passes needs on to all callers, up to the host.
    public void propagate(Diagnostics diagnostics) {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Function caller : program.functions()) {
                int before = values(caller).size();
                for (CallSite site : CallSite.of(caller)) {
                    windows(caller, site).forEach(window -> window.ifPresent(w -> need(caller, w)));
                }
                changed |= values(caller).size() > before;
            }
        }
        unknown(diagnostics);
    }

    /// The windows of the caller for each value that the callee needs.
    private List<Optional<Var>> windows(Function caller, CallSite site) {
        Optional<Function> callee = program.find(site.callee());
        if (callee.isEmpty()) {
            return List.of();
        }
        List<Var> params = callee.get().params().stream().map(Param::variable).toList();
        return values(callee.get()).keySet().stream()
                .map(window -> roots(caller).of(site.args().get(params.indexOf(window))))
                .toList();
    }

    private void unknown(Diagnostics diagnostics) {
        for (Function caller : program.functions()) {
            for (CallSite site : CallSite.of(caller)) {
                if (windows(caller, site).stream().anyMatch(Optional::isEmpty)) {
                    diagnostics.error(
                            CompilerCode.UNKNOWN_WINDOW,
                            site.expr().span(),
                            "it is not known which window this call passes to `" + site.callee() + "`");
                }
            }
        }
    }

    /// Adds the parameters of all functions but those that make the values, and the arguments of all calls.
    public class Calls extends Rewriter {
        private final Function function;

        public Calls(Function function) {
            this.function = function;
        }

        @Override
        public Expr expression(Expr expr) {
            return switch (descend(expr)) {
                case FunctionCall call ->
                    new FunctionCall(
                            call.callee(), more(call.callee(), call.args()), call.attrs(), call.type(), call.origin());
                case Submit call ->
                    new Submit(
                            call.callee(), more(call.callee(), call.args()), call.attrs(), call.type(), call.origin());
                case Expr other -> other;
            };
        }

        private List<Expr> more(String name, List<Expr> args) {
            Optional<Function> callee =
                    program.find(name).filter(f -> !values(f).isEmpty());
            if (callee.isEmpty()) {
                return args;
            }
            List<Var> params =
                    callee.get().params().stream().map(Param::variable).toList();
            var added = new ArrayList<Expr>();
            for (Var window : values(callee.get()).keySet()) {
                Var here = roots(function).of(args.get(params.indexOf(window))).orElseThrow();
                added.add(java.util.Objects.requireNonNull(values(function).get(here)));
            }
            var all = new ArrayList<>(args);
            all.addAll(position(callee.get()), added);
            return all;
        }

        /// The function with its parameters.
        public Function run() {
            Function result = function(function);
            if (isOrigin(function) || values(function).isEmpty()) {
                return result;
            }
            var params = new ArrayList<>(result.params());
            params.addAll(
                    position(function),
                    values(function).values().stream()
                            .map(v -> new Param(v, direction))
                            .toList());
            return result.withParams(params);
        }
    }

    /// Tensors come before scalars.
    private int position(Function function) {
        List<Param> params = function.params();
        if (!(type instanceof Shaped)) {
            return params.size();
        }
        int last = params.size();
        while (last > 0 && !(params.get(last - 1).type() instanceof Shaped)) {
            last--;
        }
        return last;
    }
}
