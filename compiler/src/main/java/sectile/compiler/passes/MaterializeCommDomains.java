package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Call;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.verify.Property;

/// Puts every statement of the host that sends windows to devices under the domain of their group.
public final class MaterializeCommDomains implements FunctionPass {
    @Override
    public String summary() {
        return "Puts dispatches of windows, and collectives of the host, under the domain of their group.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.COMM_DOMAINS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return function.isHost() ? new Domains(program.commGroups()).function(function) : function;
    }

    private static final class Domains extends Rewriter {
        /// What says the domain of a group, by its number.
        private final List<Attrs> domains = new ArrayList<>();

        private final Map<String, Integer> bySlot = new HashMap<>();
        private final Set<Integer> open = new HashSet<>();

        Domains(List<CommGroup> groups) {
            for (CommGroup group : groups) {
                group.slots().forEach(slot -> bySlot.putIfAbsent(slot.name(), domains.size()));
                domains.add(domain(group));
            }
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (statement instanceof Scope scope && scope.kind() == ScopeKind.COMM_DOMAIN) {
                return inside(
                        IntStream.range(0, domains.size())
                                .filter(g -> domains.get(g).equals(scope.attrs()))
                                .boxed()
                                .toList(),
                        scope);
            }
            Set<Integer> used = used(statement);
            used.removeAll(open);
            boolean divisible = !Walk.children(statement).isEmpty()
                    && Walk.expressions(statement).stream()
                            .noneMatch(e -> !windows(e).isEmpty());
            if (used.isEmpty() || (divisible && (used.size() > 1 || statement instanceof Seq))) {
                return descend(statement);
            }
            Stmt wrapped = inside(List.copyOf(used), statement);
            for (int group : used) {
                wrapped = new Scope(ScopeKind.COMM_DOMAIN, null, null, domains.get(group), wrapped, statement.origin());
            }
            return wrapped;
        }

        private Stmt inside(List<Integer> groups, Stmt statement) {
            List<Integer> added = groups.stream().filter(open::add).toList();
            Stmt result = descend(statement);
            added.forEach(open::remove);
            return result;
        }

        private static Attrs domain(CommGroup group) {
            List<Attr> slots = group.slots().stream()
                    .map(s -> (Attr) new Attr.Text(s.name()))
                    .toList();
            List<Attr> devices =
                    group.devices().stream().map(d -> (Attr) new Attr.Int(d)).toList();
            return Attrs.of("slots", new Attr.Items(slots)).with("devices", new Attr.Items(devices));
        }

        /// The groups of the windows that a statement sends to devices, in their order.
        private Set<Integer> used(Stmt statement) {
            Set<Integer> used = new TreeSet<>();
            Walk.each(
                    statement,
                    s -> Walk.expressions(s)
                            .forEach(e -> windows(e).forEach(name -> {
                                Integer group = bySlot.get(name);
                                if (group != null) {
                                    used.add(group);
                                }
                            })));
            return used;
        }

        /// The buffers whose windows a statement sends to devices.
        private static List<String> windows(Expr expr) {
            var names = new ArrayList<String>();
            Walk.each(expr, e -> {
                List<Expr> args = switch (e) {
                    case FunctionCall call when call.attrs().has("device") -> call.args();
                    case Submit submit when submit.attrs().has("device") -> submit.args();
                    case OpCall call when call.op().semantics() instanceof Semantics.Collective -> call.args();
                    case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ ->
                        List.of();
                };
                for (Expr arg : args) {
                    if (arg.type() instanceof DistributedTensorType window
                            && !window.window().isEmpty()) {
                        names.add(window.window());
                    }
                }
            });
            return names;
        }
    }
}
