package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.rewrite.FreshCopy;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Substitution;
import sectile.ir.rewrite.Writes;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;

/// Makes a function of statements, and the call that takes their place. In SSA form.
///
/// What the statements need becomes parameters, tensors first. What they write is returned, in the order of the
/// parameters. A tensor that is computed inside and used later becomes an Out parameter that the caller creates; a view
/// or a scalar that the caller can compute itself, it does.
final class Outliner {
    private final Program program;
    private final FunctionNames names;
    private final Diagnostics diagnostics;
    private final Map<String, Function> made = new LinkedHashMap<>();
    private final Set<Var> reported = new HashSet<>();

    Outliner(Program program, Diagnostics diagnostics) {
        this.program = program;
        this.names = new FunctionNames(program);
        this.diagnostics = diagnostics;
    }

    /// What becomes a function.
    ///
    /// @param index the variable that is the number of the block, if there is one
    /// @param attrs of the function
    /// @param dispatch of the call
    record Part(
            String name,
            FunctionKind kind,
            Stmt body,
            @Nullable Var index,
            Attrs attrs,
            LaunchSite dispatch,
            Origin origin) {}

    List<Function> made() {
        return List.copyOf(made.values());
    }

    private Optional<Function> find(String name) {
        return program.find(name).or(() -> Optional.ofNullable(made.get(name)));
    }

    /// The call, with what has to come before and after it.
    ///
    /// @param isUsedOutside whether a variable that the part defines is used outside it
    Stmt outline(Part part, FreshNames locals, Predicate<Var> isUsedOutside) {
        var steps = new ArrayList<>(Seq.steps(part.body()));
        if (part.index() != null) {
            steps.addFirst(new Assign(part.index(), blockIndex(part.origin()), part.origin()));
        }
        List<Param> inputs = inputs(Seq.of(steps, part.origin()));
        var trial = Function.of(part.name, part.kind, inputs, List.of(), Seq.of(steps, part.origin), part.origin());
        Writes writes = Writes.of(trial, this::find);
        List<Var> leaving = new ArrayList<>();
        Map<Var, Assign> assigned = new HashMap<>();
        Map<Param, Var> latest = new HashMap<>();
        for (Stmt step : visible(part.body())) {
            for (Var variable : visibleAfter(step)) {
                writes.of(variable)
                        .filter(p -> p.type().equals(variable.type()))
                        .ifPresent(p -> latest.put(p, variable));
                if (step instanceof Assign assign) {
                    assigned.put(variable, assign);
                }
                if (isUsedOutside.test(variable)) {
                    leaving.add(variable);
                }
            }
        }
        var results = new ArrayList<LaunchSite.Result>();
        var signature = new ArrayList<Param>();
        var args = new ArrayList<Expr>();
        for (Param input : inputs) {
            if (input.type() instanceof Shaped) {
                Direction direction = !writes.isWritten(input)
                        ? Direction.IN
                        : writes.isRead(input) ? Direction.INOUT : Direction.OUT;
                var param = new Param(input.variable(), direction);
                signature.add(param);
                args.add(input.variable());
                if (direction.writes()) {
                    Expr value = latest.getOrDefault(input, input.variable());
                    List<Var> targets = take(
                            leaving,
                            v -> writes.of(v).equals(Optional.of(input))
                                    && v.type().equals(input.type()));
                    results.add(new LaunchSite.Result(value, targets));
                }
            }
        }
        var before = new ArrayList<Stmt>();
        var after = new ArrayList<Stmt>();
        for (Var variable : List.copyOf(leaving)) {
            if (writes.of(variable).isEmpty() && variable.type() instanceof TensorType tensor) {
                leaving.remove(variable);
                results.add(output(variable, tensor, locals, before, steps, signature, args));
            }
        }
        for (Param input : inputs) {
            if (!(input.type() instanceof Shaped)) {
                signature.add(input);
                args.add(input.variable());
            }
        }
        for (Var variable : leaving) {
            if (!again(variable, assigned, new ArrayList<>(args), after)) {
                if (variable.type() instanceof ScalarType) {
                    results.add(new LaunchSite.Result(variable, List.of(variable)));
                } else {
                    escapes(variable);
                }
            }
        }
        if (!results.isEmpty()) {
            steps.add(new Return(results.stream().map(LaunchSite.Result::value).toList(), part.origin()));
        }
        List<Type> types = results.stream().map(r -> r.value().type()).toList();
        String name = names.next(part.name());
        Function function = Function.of(
                        name, part.kind(), signature, types, Seq.of(steps, part.origin()), part.origin())
                .withAttrs(part.attrs());
        made.put(name, FreshCopy.of(symbolic(function), new FreshNames()));
        before.add(part.dispatch().call(name, args, results, types, locals));
        before.addAll(after);
        return Seq.of(before, part.origin());
    }

    /// The statements whose definitions are visible after a body: also those in scopes.
    private static List<Stmt> visible(Stmt body) {
        var steps = new ArrayList<Stmt>();
        for (Stmt step : Seq.steps(body)) {
            if (step instanceof Scope scope) {
                steps.addAll(visible(scope.body()));
            }
            steps.add(step);
        }
        return steps;
    }

    /// What a statement defines for those after it, which the index of a loop and what it carries are not.
    private static List<Var> visibleAfter(Stmt statement) {
        return switch (statement) {
            case For loop -> loop.results();
            case While loop -> loop.results();
            case Stmt other -> Walk.definitions(other);
        };
    }

    private static OpCall blockIndex(Origin origin) {
        return Ops.standard().of(Semantics.Query.BLOCK_INDEX, Tier.TENSOR).call(List.of(), Attrs.EMPTY, origin);
    }

    private static List<Var> take(List<Var> from, Predicate<Var> which) {
        List<Var> taken = from.stream().filter(which).toList();
        from.removeAll(taken);
        return taken;
    }

    private List<Param> inputs(Stmt body) {
        var inputs = new ArrayList<Param>();
        for (Var variable : FreeVariables.of(body)) {
            if (variable.type() instanceof TileType) {
                escapes(variable);
            }
            inputs.add(new Param(variable, Direction.IN));
        }
        return inputs;
    }

    /// Reported once, although both the kernel that defines a tile and those that use it see the mistake.
    private void escapes(Var variable) {
        if (reported.add(variable)) {
            diagnostics.error(
                    CompilerCode.TILE_OUTSIDE_KERNEL,
                    variable.span(),
                    "`" + variable.name() + "` is used outside the kernel that defines it",
                    variable.type() instanceof TileType ? "store the tile to a tensor" : "");
        }
    }

    /// A tensor that is computed inside: the caller creates it, the function stores into it.
    private static LaunchSite.Result output(
            Var computed,
            TensorType type,
            FreshNames locals,
            List<Stmt> before,
            List<Stmt> steps,
            List<Param> signature,
            List<Expr> args) {
        Origin origin = computed.origin();
        TensorType plain = type.plain(type.shape(), type.dtype());
        Var room = locals.variable(computed.name() + "_room", plain, origin);
        before.add(new Assign(room, Tensors.create(type, origin), origin));
        Var out = new Var(computed.name() + "_out", plain, origin);
        Var stored = new Var(computed.name() + "_out", plain, origin);
        signature.add(new Param(out, Direction.OUT));
        args.add(room);
        steps.add(new Assign(stored, Tensors.assemble(out, computed, origin), origin));
        return new LaunchSite.Result(stored, List.of(computed));
    }

    /// Computes a value in the caller from what it has; false if that needs something from inside.
    private static boolean again(Var variable, Map<Var, Assign> assigned, List<Expr> known, List<Stmt> into) {
        Assign assign = assigned.get(variable);
        if (assign == null) {
            return false;
        }
        boolean plain = assign.value() instanceof OpCall call
                ? call.op().viewOf() >= 0 && call.op().isPure(call.attrs())
                : !Flattener.calls(assign.value());
        if (!plain) {
            return false;
        }
        var needed = new ArrayList<Stmt>();
        for (Var operand : FreeVariables.of(assign.value())) {
            boolean available = known.contains(operand)
                    || into.stream().anyMatch(s -> Walk.definitions(s).contains(operand));
            if (!available && !again(operand, assigned, known, needed)) {
                return false;
            }
        }
        into.addAll(needed);
        into.add(assign);
        return true;
    }

    /// Extents of parameters that mention variables become symbolic.
    private static Function symbolic(Function function) {
        Map<Var, Var> retyped = new LinkedHashMap<>();
        for (Param param : function.params()) {
            Type type = Tensors.symbolic(param.type(), param.name());
            if (type != param.type()) {
                retyped.put(param.variable(), param.variable().withType(type));
            }
        }
        if (retyped.isEmpty()) {
            return function;
        }
        List<Param> params = function.params().stream()
                .map(p -> p.withVariable(retyped.getOrDefault(p.variable(), p.variable())))
                .toList();
        return function.withParams(params)
                .withBody(Substitution.of(retyped).statement(function.body()))
                .withResults(function.results().stream()
                        .map(t -> Tensors.symbolic(t, "result"))
                        .toList());
    }
}
