package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.WindowBuffer;
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
        private final List<CommGroup> groups;
        private final Set<CommGroup> open = new HashSet<>();

        Domains(List<CommGroup> groups) {
            this.groups = groups;
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (statement instanceof Scope scope && scope.kind() == ScopeKind.COMM_DOMAIN) {
                return inside(
                        groups.stream()
                                .filter(g -> domain(g).equals(scope.attrs()))
                                .toList(),
                        scope);
            }
            Set<CommGroup> used = new LinkedHashSet<>(used(statement));
            used.removeAll(open);
            boolean divisible = !Walk.children(statement).isEmpty()
                    && Walk.expressions(statement).stream()
                            .noneMatch(e -> !windows(e).isEmpty());
            if (used.isEmpty() || (divisible && (used.size() > 1 || statement instanceof sectile.ir.stmt.Seq))) {
                return descend(statement);
            }
            Stmt wrapped = inside(List.copyOf(used), statement);
            for (CommGroup group : used) {
                wrapped = new Scope(ScopeKind.COMM_DOMAIN, null, null, domain(group), wrapped, statement.origin());
            }
            return wrapped;
        }

        private Stmt inside(List<CommGroup> domain, Stmt statement) {
            List<CommGroup> added = domain.stream().filter(open::add).toList();
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

        private List<CommGroup> used(Stmt statement) {
            Set<String> names = new LinkedHashSet<>();
            Walk.each(statement, s -> Walk.expressions(s).forEach(e -> names.addAll(windows(e))));
            return groups.stream()
                    .filter(g -> g.slots().stream().map(WindowBuffer::name).anyMatch(names::contains))
                    .toList();
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
