package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.CommGroup;
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
///
/// A domain names the windows that are sent in it, not all of the group: so a program with many windows grows with
/// what its dispatches pass.
public final class MaterializeCommDomains implements Pass {
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
    public Program run(Program program, PassContext context) {
        var domains = new Domains(program.commGroups());
        return program.withFunctions(program.functions().stream()
                .map(f -> f.isHost() ? domains.function(f) : f)
                .toList());
    }

    /// Where a window belongs.
    ///
    /// @param slot its place among the windows of the group
    private record Place(int group, int slot) {}

    private static final class Domains extends Rewriter {
        private final List<CommGroup> groups;

        /// The devices of each group, as attributes, which its domains share.
        private final List<Attr> devices = new ArrayList<>();

        private final Map<String, Place> places = new HashMap<>();
        private final Set<String> open = new HashSet<>();

        Domains(List<CommGroup> groups) {
            this.groups = groups;
            for (CommGroup group : groups) {
                for (int i = 0; i < group.slots().size(); i++) {
                    places.putIfAbsent(group.slots().get(i).name(), new Place(devices.size(), i));
                }
                devices.add(new Attr.Items(group.devices().stream()
                        .map(d -> (Attr) new Attr.Int(d))
                        .toList()));
            }
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (statement instanceof Scope scope && scope.kind() == ScopeKind.COMM_DOMAIN) {
                return inside(slots(scope), scope);
            }
            SortedMap<Integer, SortedSet<Integer>> used = used(statement);
            boolean divisible = !Walk.children(statement).isEmpty()
                    && Walk.expressions(statement).stream()
                            .noneMatch(e -> !windows(e).isEmpty());
            if (used.isEmpty() || (divisible && (used.size() > 1 || statement instanceof Seq))) {
                return descend(statement);
            }
            var names = new ArrayList<String>();
            used.forEach((group, slots) -> slots.forEach(slot -> names.add(name(group, slot))));
            Stmt wrapped = inside(names, statement);
            for (var domain : used.entrySet()) {
                wrapped = new Scope(
                        ScopeKind.COMM_DOMAIN,
                        null,
                        null,
                        domain(domain.getKey(), domain.getValue()),
                        wrapped,
                        statement.origin());
            }
            return wrapped;
        }

        private Stmt inside(List<String> slots, Stmt statement) {
            List<String> added = slots.stream().filter(open::add).toList();
            Stmt result = descend(statement);
            added.forEach(open::remove);
            return result;
        }

        private String name(int group, int slot) {
            return groups.get(group).slots().get(slot).name();
        }

        private Attrs domain(int group, SortedSet<Integer> slots) {
            List<Attr> names = slots.stream()
                    .map(slot -> (Attr) new Attr.Text(name(group, slot)))
                    .toList();
            return Attrs.of("slots", new Attr.Items(names)).with("devices", devices.get(group));
        }

        private static List<String> slots(Scope domain) {
            return domain.attrs().find("slots").orElse(null) instanceof Attr.Items items
                    ? items.values().stream()
                            .filter(Attr.Text.class::isInstance)
                            .map(name -> ((Attr.Text) name).value())
                            .toList()
                    : List.of();
        }

        /// The windows that a statement sends to devices and that no domain around it names, by their groups.
        private SortedMap<Integer, SortedSet<Integer>> used(Stmt statement) {
            SortedMap<Integer, SortedSet<Integer>> used = new TreeMap<>();
            Walk.each(
                    statement,
                    s -> Walk.expressions(s)
                            .forEach(e -> windows(e).forEach(name -> {
                                Place place = places.get(name);
                                if (place != null && !open.contains(name)) {
                                    used.computeIfAbsent(place.group, g -> new TreeSet<>())
                                            .add(place.slot);
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
