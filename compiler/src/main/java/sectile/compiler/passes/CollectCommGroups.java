package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import sectile.base.diag.Diagnostic;
import sectile.compiler.comm.CallSite;
import sectile.compiler.comm.DeviceSets;
import sectile.compiler.comm.DeviceSets.Devices;
import sectile.compiler.comm.DistinctWindows;
import sectile.compiler.comm.WindowRoots;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Attr;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.verify.Property;

/// Finds the devices that every window buffer reaches. Buffers that reach the same devices are the slots of one group.
public final class CollectCommGroups implements Pass {
    @Override
    public String summary() {
        return "Finds the devices that share windows, from dispatches, and makes a group of each set.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        DistinctWindows.check(program, context.diagnostics());
        var names = new Names(program);
        Map<Devices, List<WindowBuffer>> groups = new LinkedHashMap<>();
        List<Function> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            if (!function.isHost()) {
                functions.add(function);
                continue;
            }
            var host = new Host(function, program, names);
            host.collect(context);
            host.devices.forEach((buffer, devices) ->
                    groups.computeIfAbsent(devices, d -> new ArrayList<>()).add(host.slot(buffer)));
            functions.add(host.named());
        }
        if (groups.isEmpty()) {
            return program;
        }
        List<CommGroup> found = new ArrayList<>();
        groups.forEach((devices, slots) -> found.add(new CommGroup(devices.numbers(), slots)));
        return program.withFunctions(functions).withCommGroups(found);
    }

    /// Names of buffers, unique within the program.
    private static final class Names {
        private final Set<String> given = new HashSet<>();

        Names(Program program) {
            program.functions()
                    .forEach(f -> Walk.eachExpression(f.body(), e -> {
                        if (e instanceof OpCall call && call.op().semantics() == Semantics.Window.ALLOCATE) {
                            call.attrs().text("name").filter(n -> !n.isEmpty()).ifPresent(given::add);
                        }
                    }));
        }

        String of(Var buffer, OpCall allocation) {
            return allocation.attrs().text("name").filter(n -> !n.isEmpty()).orElseGet(() -> {
                String name = buffer.name();
                for (int i = 1; !given.add(name); i++) {
                    name = buffer.name() + "_" + i;
                }
                return name;
            });
        }
    }

    /// The buffers of one host function.
    private static final class Host {
        private final Function function;
        private final WindowRoots roots;
        private final DeviceSets sets;
        private final Map<Var, OpCall> allocations = new LinkedHashMap<>();
        private final Map<Var, String> names = new HashMap<>();
        private final Map<Var, Set<DataType>> dtypes = new HashMap<>();
        private final Map<Var, Devices> devices = new LinkedHashMap<>();

        Host(Function function, Program program, Names all) {
            this.function = function;
            this.roots = WindowRoots.of(function, program);
            this.sets = DeviceSets.of(function);
            Walk.each(function.body(), statement -> {
                if (statement instanceof Assign assign
                        && assign.value() instanceof OpCall call
                        && call.op().semantics() == Semantics.Window.ALLOCATE) {
                    allocations.put(assign.target(), call);
                    names.put(assign.target(), all.of(assign.target(), call));
                    dtypes.put(assign.target(), new TreeSet<>());
                }
            });
        }

        void collect(PassContext context) {
            for (CallSite site : CallSite.of(function)) {
                if (site.args().stream()
                        .anyMatch(arg -> arg.type() instanceof DistributedTensorType
                                && roots.of(arg).isEmpty())) {
                    context.diagnostics()
                            .error(
                                    CompilerCode.UNKNOWN_WINDOW,
                                    site.expr().span(),
                                    "it is not known which window this call passes to `" + site.callee() + "`");
                }
                List<Var> buffers = site.args().stream()
                        .filter(arg -> arg.type() instanceof DistributedTensorType)
                        .flatMap(arg -> roots.of(arg).stream())
                        .toList();
                if (buffers.isEmpty()) {
                    continue;
                }
                Optional<Devices> reached = sets.of(site.attrs());
                if (reached.isEmpty()) {
                    context.diagnostics()
                            .add(Diagnostic.error(
                                            CompilerCode.UNKNOWN_DEVICES,
                                            site.expr().span(),
                                            "the devices that this dispatch of `" + site.callee()
                                                    + "` sends windows to are not known")
                                    .hint("a device is a number, or the index of a loop over pld.world_size() or over"
                                            + " a constant range"));
                    continue;
                }
                buffers.forEach(buffer -> devices.merge(buffer, reached.get(), Devices::with));
            }
            Walk.eachExpression(function.body(), this::used);
            devices.keySet().forEach(buffer -> sized(buffer, context));
        }

        private void sized(Var buffer, PassContext context) {
            OpCall allocation = Objects.requireNonNull(allocations.get(buffer));
            if (Dims.constant(allocation.operand("size_bytes")).isEmpty()) {
                context.diagnostics()
                        .error(
                                CompilerCode.WINDOW_NOT_CONSTANT,
                                allocation.span(),
                                "the size of the window `" + buffer.name() + "` is not constant",
                                "devices reserve the memory before the run; allocate for the largest number of ranks");
            }
        }

        /// What a window looks like, and collectives of the host, which reach all devices that nothing else says.
        private void used(Expr expr) {
            if (!(expr instanceof OpCall call)) {
                return;
            }
            if (call.op().semantics() == Semantics.Window.VIEW && call.type() instanceof DistributedTensorType window) {
                roots.of(call)
                        .ifPresent(buffer ->
                                Objects.requireNonNull(dtypes.get(buffer)).add(window.dtype()));
            }
            if (call.op().semantics() instanceof Semantics.Collective) {
                List<Var> windows = call.args().stream()
                        .flatMap(arg -> roots.of(arg).stream())
                        .toList();
                Devices shared = windows.stream()
                        .flatMap(w -> Optional.ofNullable(devices.get(w)).stream())
                        .reduce(Devices::with)
                        .orElse(Devices.ALL);
                windows.forEach(window -> devices.merge(window, shared, Devices::with));
            }
        }

        /// Elements of the type that all windows of the buffer have, else bytes.
        WindowBuffer slot(Var buffer) {
            OpCall allocation = Objects.requireNonNull(allocations.get(buffer));
            Set<DataType> types = Objects.requireNonNull(dtypes.get(buffer));
            DataType dtype = types.size() == 1 ? types.iterator().next() : DataType.UINT8;
            long bytes = Dims.constant(allocation.operand("size_bytes")).orElse(0);
            Expr size = ConstInt.index(
                    dtype.bits() < Byte.SIZE ? bytes * (Byte.SIZE / dtype.bits()) : bytes / dtype.bytes());
            return new WindowBuffer(
                    Objects.requireNonNull(names.get(buffer)), size, dtype, false, false, allocation.origin());
        }

        /// The function with named buffers, and windows that say which they look into.
        Function named() {
            return new Rewriter() {
                @Override
                public Stmt statement(Stmt statement) {
                    Stmt copy = descend(statement);
                    if (copy instanceof Assign assign
                            && assign.value() instanceof OpCall call
                            && statement instanceof Assign before) {
                        if (names.containsKey(before.target())) {
                            String name = Objects.requireNonNull(names.get(before.target()));
                            return assign.withValue(call.op()
                                    .call(call.args(), call.attrs().with("name", new Attr.Text(name)), call.origin()));
                        }
                    }
                    return copy;
                }

                @Override
                protected Var define(Var variable) {
                    Optional<Var> buffer = variable.type() instanceof DistributedTensorType
                            ? roots.of(variable).filter(names::containsKey)
                            : Optional.empty();
                    if (buffer.isEmpty()) {
                        return super.define(variable);
                    }
                    String name = Objects.requireNonNull(names.get(buffer.get()));
                    return ((DistributedTensorType) variable.type()).window().equals(name)
                            ? variable
                            : variable.withType(((DistributedTensorType) variable.type()).withWindow(name));
                }
            }.function(function);
        }
    }
}
