package sectile.ir.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;

/// What names mean at one point of a function. A value: branches and loops start from one and return another.
///
/// A name whose meaning depends on the path taken is unclear, with the reason; using it is an error. What a branch or a
/// loop costs depends on the names it changes, not on all names of the function.
record Names(PersistentMap<Val> values, PersistentMap<String> unclear) {
    static final Names NONE = new Names(PersistentMap.empty(), PersistentMap.empty());

    @Nullable
    Val get(String name) {
        return values.get(name);
    }

    static Optional<Var> variable(@Nullable Val value) {
        return value instanceof Val.Ir ir && ir.expr() instanceof Var variable
                ? Optional.of(variable)
                : Optional.empty();
    }

    /// The variables that names have here and did not have before.
    Map<String, Var> variablesSince(Names before) {
        var added = new LinkedHashMap<String, Var>();
        for (String name : values.difference(before.values)) {
            variable(get(name)).ifPresent(v -> added.put(name, v));
        }
        return added;
    }

    /// After a choice of which both branches come to their end.
    static Names afterBranches(Names before, Names then, Names otherwise) {
        var after = new Building(then);
        for (String name : then.unclear.difference(otherwise.unclear)) {
            String reason = otherwise.unclear.get(name);
            if (reason != null) {
                after.unclear = after.unclear.with(name, reason);
            }
        }
        for (String name : then.values.difference(otherwise.values)) {
            Val value = otherwise.get(name);
            Val other = then.get(name);
            if (value == null) {
                continue;
            }
            if (other == null) {
                after.bind(name, value);
            } else if (isUnknown(value) || isUnknown(other)) {
                // What it is was already reported.
                after.bind(name, isUnknown(value) ? value : other);
            } else {
                boolean thenChanged = !other.equals(before.get(name));
                boolean elseChanged = !value.equals(before.get(name));
                after.makeUnclear(
                        name,
                        thenChanged && elseChanged
                                ? "one branch makes it " + other.describe(value) + ", the other "
                                        + value.describe(other)
                                : "only one branch changes it from "
                                        + (thenChanged ? value.describe(other) : other.describe(value)) + " to "
                                        + (thenChanged ? other.describe(value) : value.describe(other)));
            }
        }
        return after.done();
    }

    /// After a loop. `inside` is where its body begins, with the loop's own names, `end` where the body ends. A name
    /// may not change its type from one iteration to the next if the body reads it (`read`) first.
    static Names afterLoop(Names before, Names inside, Names end, Set<Var> read, Span span) {
        var after = new Building(end);
        SortedSet<String> changed = inside.values.difference(end.values);
        changed.addAll(before.values.difference(inside.values));
        for (String name : changed) {
            Val value = inside.get(name);
            Val now = end.get(name);
            Val old = before.get(name);
            if (value == null) {
                continue;
            }
            if (now != null && isUnknown(now)) {
                after.bind(name, now);
            } else if (now != null && !now.equals(value) && old != null && old.equals(value)) {
                if (variable(value).filter(read::contains).isPresent() && isKnown(value) && isKnown(now)) {
                    throw Problem.at(
                            span,
                            LanguageCode.CARRIED_TYPE_CHANGES,
                            "`" + name + "` is " + value.describe(now) + " before this loop but " + now.describe(value)
                                    + " after an iteration",
                            "a loop-carried variable keeps its type");
                }
                after.makeUnclear(
                        name,
                        "it is " + value.describe(now) + " before a loop and " + now.describe(value)
                                + " after an iteration");
            } else if (old == null && value.equals(now)) {
                after.makeUnclear(name, "its loop has ended");
            } else if (old != null && !old.equals(value)) {
                // The loop's own names hide others only inside it.
                after.bind(name, old);
            }
        }
        return after.done();
    }

    private static boolean isUnknown(Val value) {
        return value instanceof Val.Ir ir && ir.expr().type() instanceof UnknownType;
    }

    private static boolean isKnown(Val value) {
        return value instanceof Val.Ir ir && !(ir.expr().type() instanceof UnknownType);
    }

    /// Names that are being changed.
    static final class Building {
        private PersistentMap<Val> values;
        private PersistentMap<String> unclear;

        Building(Names names) {
            this.values = names.values;
            this.unclear = names.unclear;
        }

        void bind(String name, Val value) {
            unclear = unclear.without(name);
            values = values.with(name, value);
        }

        void makeUnclear(String name, String reason) {
            values = values.without(name);
            unclear = unclear.with(name, reason);
        }

        @Nullable
        Val get(String name) {
            return values.get(name);
        }

        @Nullable
        String whyUnclear(String name) {
            return unclear.get(name);
        }

        SortedSet<String> known() {
            var names = new TreeSet<String>();
            values.forEach((name, value) -> names.add(name));
            return names;
        }

        Names done() {
            return new Names(values, unclear);
        }
    }
}
