package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.compiler.collective.CollectiveKernel;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.Named;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.verify.Property;

/// A collective of the host becomes a dispatch of a kernel to every device of the group; one of an orchestration
/// function becomes a call of that kernel.
public final class LowerHostCollectives implements Pass {
    @Override
    public String summary() {
        return "Turns collectives of the host and of orchestration into dispatches of a kernel that does them.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        Map<CollectiveKernel.Key, Function> kernels = new LinkedHashMap<>();
        Map<String, List<Integer>> devices = new HashMap<>();
        for (CommGroup group : program.commGroups()) {
            group.slots().forEach(slot -> devices.putIfAbsent(slot.name(), group.devices()));
        }
        List<Function> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            boolean kernel = function.kind() == FunctionKind.IN_CORE
                    || function.kind() == FunctionKind.AIC
                    || function.kind() == FunctionKind.AIV;
            functions.add(
                    kernel ? function : new Lowering(function, program, devices, kernels, context).function(function));
        }
        if (kernels.isEmpty()) {
            return program;
        }
        functions.addAll(kernels.values());
        return program.withFunctions(functions);
    }

    private static final class Lowering extends Rewriter {
        private final Function function;
        private final Program program;
        /// The devices of the group that each window belongs to.
        private final Map<String, List<Integer>> devices;

        private final Map<CollectiveKernel.Key, Function> kernels;
        private final PassContext context;
        private final FreshNames names;

        Lowering(
                Function function,
                Program program,
                Map<String, List<Integer>> devices,
                Map<CollectiveKernel.Key, Function> kernels,
                PassContext context) {
            this.function = function;
            this.program = program;
            this.devices = devices;
            this.kernels = kernels;
            this.context = context;
            this.names = FreshNames.of(function);
        }

        @Override
        public Stmt statement(Stmt statement) {
            return switch (descend(statement)) {
                case Assign assign
                when assign.value() instanceof OpCall call && lowers(call) ->
                    Seq.of(List.of(
                            lowered(call),
                            assign.withValue(call.args().get(call.op().reuses()))));
                case Eval eval when eval.value() instanceof OpCall call && lowers(call) -> lowered(call);
                case Stmt other -> other;
            };
        }

        private static boolean lowers(OpCall call) {
            return call.op().semantics() instanceof Semantics.Collective;
        }

        private Stmt lowered(OpCall call) {
            CollectiveKernel.Key key = CollectiveKernel.Key.of(call);
            Function kernel = kernels.computeIfAbsent(
                    key, k -> CollectiveKernel.build(k, name(call), call.origin(), context.diagnostics()));
            List<Object> arguments = new ArrayList<>(CollectiveKernel.arguments(call));
            key.cores().ifPresent(cores -> arguments.add(Named.named("core_num", cores)));
            return BodyBuilder.build(names, call.origin(), f -> {
                if (function.isHost()) {
                    devices(f, call, device -> {
                        List<Object> all = new ArrayList<>(arguments);
                        all.add(Named.named("device", device));
                        f.run(f.call(kernel, all.toArray()));
                    });
                } else {
                    f.run(f.call(kernel, arguments.toArray()));
                }
            });
        }

        private String name(OpCall call) {
            String op = call.op().name();
            String wanted = op.substring(op.lastIndexOf('.') + 1) + "_kernel";
            String name = wanted;
            for (int i = 1; program.find(name).isPresent() || isTaken(name); i++) {
                name = wanted + "_" + i;
            }
            return name;
        }

        private boolean isTaken(String name) {
            return kernels.values().stream().anyMatch(k -> k.name().equals(name));
        }

        /// One dispatch for every device of the group that the windows of a call belong to.
        private void devices(BodyBuilder f, OpCall call, java.util.function.Consumer<Object> dispatch) {
            List<Integer> members = group(call);
            if (members.isEmpty()) {
                Var all = f.let("devices", f.worldSize());
                f.range("device", 0, all, 1, dispatch::accept);
            } else if (members.getLast() - members.getFirst() == members.size() - 1) {
                f.range("device", members.getFirst(), members.getLast() + 1, 1, dispatch::accept);
            } else {
                members.forEach(dispatch);
            }
        }

        private List<Integer> group(OpCall call) {
            for (Expr arg : call.args()) {
                if (arg.type() instanceof DistributedTensorType window) {
                    List<Integer> members = devices.get(window.window());
                    if (members != null) {
                        return members;
                    }
                }
            }
            return List.of();
        }
    }
}
