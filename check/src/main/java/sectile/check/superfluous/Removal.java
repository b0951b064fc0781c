package sectile.check.superfluous;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sectile.base.diag.Span;
import sectile.check.race.MemoryOrder;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;

/// Copies a program without some of its sites, and numbers all of them in the order of the text. It is used once.
///
/// Not a site is what the interpreter does not model, so that nothing could be said about it: events and barriers
/// between the pipes of one core, and the invalidation of caches. Fences are sites in silicon order only.
final class Removal extends Rewriter {
    private static final String DEPENDENCIES = "deps";
    private static final String ID = "id";
    private static final String SLOTS = "slot_num";

    private final MemoryOrder order;
    private final Variant variant;
    private final List<Site> sites = new ArrayList<>();
    /// By id, the number of a pipe.
    private final Map<Long, Integer> pipes = new TreeMap<>();
    private final List<Queue> queues = new ArrayList<>();
    private Span span = Span.none();

    Removal(MemoryOrder order, Variant variant) {
        this.order = order;
        this.variant = variant;
    }

    /// Once a program was copied.
    List<Site> sites() {
        return sites;
    }

    /// The pipes between cores, once a program was copied.
    List<Queue> queues() {
        return queues;
    }

    @Override
    public Stmt statement(Stmt statement) {
        Span outer = span;
        if (!statement.origin().span().isNone()) {
            span = statement.origin().span();
        }
        Stmt result = without(statement);
        span = outer;
        return result;
    }

    private Stmt without(Stmt statement) {
        if (statement instanceof Eval(OpCall call, var origin) && kind(call).isPresent()) {
            return isRemoved(kind(call).get(), call) ? Seq.EMPTY : descend(statement);
        }
        if (statement instanceof Assign(var target, OpCall call, var origin)
                && kind(call).isPresent()) {
            Optional<Expr> same = call.args().stream()
                    .filter(arg -> arg.type().equals(call.type()))
                    .findFirst();
            if (same.isPresent() && isRemoved(kind(call).get(), call)) {
                return descend(new Assign(target, same.get(), origin));
            }
        }
        return descend(statement);
    }

    private boolean isRemoved(Site.Kind kind, OpCall call) {
        return isRemoved(new Site(kind, kind.text() + " `" + call.op().name() + "`", span));
    }

    private boolean isRemoved(Site site) {
        sites.add(site);
        return variant.without().contains(sites.size() - 1);
    }

    @Override
    public Expr expression(Expr expr) {
        if (expr instanceof OpCall call && call.op().semantics() instanceof Semantics.Open) {
            return descend(resized(call));
        }
        return super.expression(expr);
    }

    /// Both ends of a pipe have the same id and the same number of slots.
    private OpCall resized(OpCall call) {
        long id = integer(call, ID);
        int slots = (int) integer(call, SLOTS);
        Integer number = pipes.get(id);
        if (number == null) {
            number = queues.size();
            pipes.put(id, number);
            queues.add(new Queue("pipe " + id, slots, span));
        }
        Integer changed = variant.slots().get(number);
        return changed == null
                ? call
                : new OpCall(
                        call.op(),
                        call.args(),
                        call.attrs().with(SLOTS, new Attr.Int(changed)),
                        call.type(),
                        call.origin());
    }

    private static long integer(OpCall call, String name) {
        return call.attr(name)
                .filter(Attr.Int.class::isInstance)
                .map(value -> ((Attr.Int) value).value())
                .orElse(0L);
    }

    @Override
    public Attrs attributes(Attrs attrs) {
        Attrs all = attrs;
        if (attrs.find(DEPENDENCIES).orElse(null) instanceof Attr.Items(List<Attr> values)) {
            Set<Integer> removed = new TreeSet<>();
            for (int i = 0; i < values.size(); i++) {
                String name = values.get(i) instanceof Attr.Value(Expr task) ? " on `" + task + "`" : "";
                if (isRemoved(new Site(Site.Kind.DEPENDENCY, Site.Kind.DEPENDENCY.text() + name, span))) {
                    removed.add(i);
                }
            }
            if (!removed.isEmpty()) {
                var left = new ArrayList<Attr>();
                for (int i = 0; i < values.size(); i++) {
                    if (!removed.contains(i)) {
                        left.add(values.get(i));
                    }
                }
                all = attrs.with(DEPENDENCIES, new Attr.Items(left));
            }
        }
        return super.attributes(all);
    }

    private Optional<Site.Kind> kind(OpCall call) {
        return switch (call.op().semantics()) {
            case Semantics.Signal signal ->
                Optional.of(
                        switch (signal) {
                            case NOTIFY -> Site.Kind.NOTIFY;
                            case WAIT, WAIT_AT_END -> Site.Kind.WAIT;
                        });
            case Semantics.Synchronise synchronise ->
                switch (synchronise) {
                    case FENCE, ORDER_TRANSFERS ->
                        order == MemoryOrder.SILICON ? Optional.of(Site.Kind.FENCE) : Optional.empty();
                    case COMPLETE_TRANSFERS -> Optional.of(Site.Kind.COMPLETION);
                    case SET_FLAG -> Optional.of(Site.Kind.NOTIFY);
                    case AWAIT_FLAG -> Optional.of(Site.Kind.WAIT);
                    case ALL_CORES -> Optional.of(Site.Kind.BARRIER);
                    case PIPES, INVALIDATE_CACHE, PLACE_FLAGS, SET_EVENT, AWAIT_EVENT, MARK -> Optional.empty();
                };
            case Semantics.Collective collective ->
                collective == Semantics.Collective.BARRIER ? Optional.of(Site.Kind.BARRIER) : Optional.empty();
            case Semantics.Free free -> Optional.of(Site.Kind.CREDIT);
            case Semantics.Elementwise e -> Optional.empty();
            case Semantics.Reduce r -> Optional.empty();
            case Semantics.Contract c -> Optional.empty();
            case Semantics.View v -> Optional.empty();
            case Semantics.Move m -> Optional.empty();
            case Semantics.Rearrange r -> Optional.empty();
            case Semantics.Create c -> Optional.empty();
            case Semantics.Index i -> Optional.empty();
            case Semantics.Access a -> Optional.empty();
            case Semantics.Open o -> Optional.empty();
            case Semantics.Push p -> Optional.empty();
            case Semantics.Pop p -> Optional.empty();
            case Semantics.Lanes l -> Optional.empty();
            case Semantics.Query q -> Optional.empty();
            case Semantics.Host h -> Optional.empty();
        };
    }
}
