package sectile.ir.ops;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Op;
import sectile.ir.expr.Semantics;

/// The ops of the language by name.
public final class Ops {
    private static final Ops STANDARD = new Ops(Stream.of(
                    Elementwise.ops(),
                    Unaries.ops(),
                    Predicates.ops(),
                    Expansions.ops(),
                    Reductions.ops(),
                    Matmuls.ops(),
                    Creation.ops(),
                    Movement.ops(),
                    Transforms.ops(),
                    Indexing.ops(),
                    Gathers.ops(),
                    Sorts.ops(),
                    CrossCore.ops(),
                    SystemOps.ops(),
                    HostValues.ops(),
                    Windows.ops(),
                    RemoteAccess.ops(),
                    Collectives.ops())
            .flatMap(List::stream)
            .toList());

    /// Where a short name is looked for after tiles and tensors.
    private static final List<String> OTHER_NAMESPACES = List.of("system.", "array.", "prefetch.");

    private static final List<String> DISTRIBUTED = List.of("pld.", "pld.tensor.", "pld.system.", "pld.tile.");

    private final TreeMap<String, Op> byName = new TreeMap<>();
    private final TreeMap<String, Op> byAlias = new TreeMap<>();

    private Ops(Collection<Op> all) {
        for (Op op : all) {
            add(byName, op.name(), op);
            op.aliases().forEach(alias -> add(byAlias, alias, op));
        }
    }

    private static void add(Map<String, Op> index, String name, Op op) {
        if (index.put(name, op) != null) {
            throw new IllegalArgumentException("two ops are named " + name);
        }
    }

    /// These ops and more.
    public Ops with(Op... more) {
        var all = new ArrayList<>(byName.values());
        all.addAll(List.of(more));
        return new Ops(all);
    }

    /// Every op there is; immutable.
    public static Ops standard() {
        return STANDARD;
    }

    public Optional<Op> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Op require(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no op is named " + name));
    }

    /// The op that has these semantics, among those that programs may call.
    ///
    /// @throws IllegalArgumentException if that is none, or more than one
    public Op of(Semantics semantics) {
        return only(semantics.toString(), op -> op.semantics().equals(semantics));
    }

    /// The op on values of a tier that has these semantics; of an elementwise function, the one without a scalar.
    ///
    /// @throws IllegalArgumentException if that is none, or more than one
    public Op of(Semantics semantics, Tier tier) {
        return only(
                semantics + " of a " + tier.noun(),
                op -> tier.has(op)
                        && op.semantics().equals(semantics)
                        && !(semantics instanceof Semantics.Elementwise && op.takesScalar()));
    }

    /// The op that fills the shape of a value of a tier with a scalar.
    public Op fill(Tier tier) {
        return only(
                "a scalar in the shape of a " + tier.noun(),
                op -> tier.has(op) && op.semantics() instanceof Semantics.Broadcast && op.takesScalar());
    }

    /// The op that an operator means for a value of a tier and another one, or a scalar.
    public Optional<Op> operator(String symbol, Tier tier, boolean scalar) {
        return byName.values().stream()
                .filter(op -> op.operator().equals(symbol) && tier.has(op) && op.takesScalar() == scalar)
                .findFirst();
    }

    private Op only(String what, Predicate<Op> condition) {
        List<Op> found = byName.values().stream()
                .filter(op -> !op.internal())
                .filter(condition)
                .toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(what + ": " + found);
        }
        return found.getFirst();
    }

    /// The op with another spelling, such as `pl.create_tile`.
    public Optional<Op> findAlias(String path) {
        return Optional.ofNullable(byAlias.get(path));
    }

    public Collection<String> aliases() {
        return Collections.unmodifiableCollection(byAlias.sequencedKeySet());
    }

    /// The op of a tier by the last part of its name.
    public Optional<Op> find(Tier tier, String name) {
        return find(tier.noun() + "." + name);
    }

    /// The op that `pl.name` means where values of a tier are expected: one of that tier if there is one, else one of
    /// the other, else one of neither. The name may also be that of an operator, as in `pl.max`.
    public Optional<Op> findShort(String name, Tier tier) {
        return find(tier, name)
                .or(() -> find(tier.other(), name))
                .or(() -> OTHER_NAMESPACES.stream()
                        .flatMap(n -> find(n + name).stream())
                        .findFirst())
                .or(() -> operator(name, tier, false));
    }

    /// The op that `pld.name` means.
    public Optional<Op> findDistributed(String name) {
        return DISTRIBUTED.stream().flatMap(n -> find(n + name).stream()).findFirst();
    }

    /// The form of an op whose right operand is a scalar: `adds` for `add`.
    public Optional<Op> scalarForm(Op op) {
        return find(op.name() + "s").filter(Op::takesScalar);
    }

    /// The name of the operand or attribute that a program may also give by another keyword, such as `output_tensor`.
    public Optional<String> keyword(Op op, String word) {
        return Spellings.keyword(op, word);
    }

    /// The value that a word or number stands for as an attribute, such as `"final"` for `acc_phase`.
    public Optional<Attr> word(String attribute, String text) {
        return Spellings.word(attribute, text);
    }

    /// All ops, by name.
    public Collection<Op> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    public Collection<String> names() {
        return Collections.unmodifiableCollection(byName.sequencedKeySet());
    }
}
