package sectile.ir.verify;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.ScopeKind;

/// Every window is a slot of one group of devices, and dispatches that pass one are in the domain of its group.
final class CommDomains {
    /// A slot and the group it belongs to.
    private record Place(WindowBuffer slot, CommGroup group) {}

    /// The slots of all groups of a program by name, which its functions share.
    static final class Slots {
        private final Map<String, Place> places = new HashMap<>();

        Slots(Program program) {
            for (CommGroup group : program.commGroups()) {
                group.slots().forEach(slot -> places.put(slot.name(), new Place(slot, group)));
            }
        }
    }

    private final Function function;
    private final Findings findings;
    private final Map<String, Place> slots;

    private CommDomains(Slots slots, Function function, Findings findings) {
        this.function = function;
        this.findings = findings;
        this.slots = slots.places;
    }

    static void materialised(Slots slots, Function function, Findings findings) {
        var domains = new CommDomains(slots, function, findings);
        Set<Var> variables = new LinkedHashSet<>();
        function.params().forEach(p -> variables.add(p.variable()));
        Walk.each(function.body(), s -> variables.addAll(Walk.definitions(s)));
        variables.forEach(domains::window);
        domains.statement(function.body(), Set.of());
    }

    /// Once per program: a name is a slot of one group only.
    static void unique(Program program, Findings findings) {
        Set<String> names = new HashSet<>();
        for (CommGroup group : program.commGroups()) {
            for (WindowBuffer slot : group.slots()) {
                if (!names.add(slot.name())) {
                    findings.error(
                            LanguageCode.SLOT_TWICE, slot.origin().span(), "two slots are named `" + slot.name() + "`");
                }
            }
        }
    }

    private void window(Var variable) {
        if (!(variable.type() instanceof DistributedTensorType window)) {
            return;
        }
        Place place = slots.get(window.window());
        if (window.window().isEmpty() && !function.isHost()) {
            // A function of a device serves every window that the host passes to it.
            return;
        }
        if (place == null) {
            findings.error(
                    LanguageCode.WINDOW_WITHOUT_GROUP,
                    variable.span(),
                    window.window().isEmpty()
                            ? "`" + variable.name() + "` does not say which window it is"
                            : "`" + variable.name() + "` is a window of `" + window.window()
                                    + "`, which no group of devices has");
            return;
        }
        OptionalLong elements = Dims.elements(window.shape());
        OptionalLong available = place.slot.bytes();
        long bytes = (elements.orElse(0) * window.dtype().bits() + 7) / 8;
        if (available.isPresent() && bytes > available.getAsLong()) {
            findings.error(
                    LanguageCode.WINDOW_ABOVE_SLOT,
                    variable.span(),
                    "`" + variable.name() + "` needs " + bytes + " bytes, its window `" + place.slot.name() + "` has "
                            + available.getAsLong());
        }
    }

    private void statement(Stmt statement, Set<String> open) {
        Set<String> inside = open;
        if (statement instanceof Scope scope && scope.kind() == ScopeKind.COMM_DOMAIN) {
            inside = new HashSet<>(open);
            if (scope.attrs().find("slots").orElse(null) instanceof Attr.Items items) {
                Set<CommGroup> checked = Collections.newSetFromMap(new IdentityHashMap<>());
                for (Attr item : items.values()) {
                    if (item instanceof Attr.Text name) {
                        inside.add(name.value());
                        Place place = slots.get(name.value());
                        if (place != null && checked.add(place.group)) {
                            devices(scope, place);
                        }
                    }
                }
            }
        }
        Walk.expressions(statement).forEach(e -> Walk.each(e, x -> dispatch(x, open)));
        for (Stmt child : Walk.children(statement)) {
            statement(child, inside);
        }
    }

    /// A domain has the devices of the group whose slots it names. Their order, which is that of their ranks, is the
    /// group's alone.
    private void devices(Scope scope, Place place) {
        if (!(scope.attrs().find("devices").orElse(null) instanceof Attr.Items items)) {
            return;
        }
        List<Integer> found = items.values().stream()
                .filter(Attr.Int.class::isInstance)
                .map(device -> (int) ((Attr.Int) device).value())
                .toList();
        if (!new HashSet<>(place.group.devices()).equals(new HashSet<>(found))) {
            findings.error(
                    LanguageCode.DOMAIN_OF_OTHER_DEVICES,
                    scope.span(),
                    "this domain is for the devices " + found + ", the group of `" + place.slot.name() + "` has "
                            + place.group.devices(),
                    "name the devices of the group; none means all");
        }
    }

    private void dispatch(Expr expr, Set<String> open) {
        switch (expr) {
            case FunctionCall call -> dispatch(call.args(), call.attrs(), call.span(), open);
            case Submit submit -> dispatch(submit.args(), submit.attrs(), submit.span(), open);
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> {}
        }
    }

    private void dispatch(List<Expr> args, Attrs attrs, Span span, Set<String> open) {
        if (!function.isHost() || !attrs.has("device")) {
            return;
        }
        for (Expr arg : args) {
            if (arg.type() instanceof DistributedTensorType window && !open.contains(window.window())) {
                findings.error(
                        LanguageCode.WINDOW_OUTSIDE_DOMAIN,
                        span,
                        "this dispatch passes the window `" + window.window() + "` outside of its domain",
                        "put it under pld.comm_domain with that slot");
            }
        }
    }
}
