package sectile.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sectile.ir.expr.Op;
import sectile.ir.ops.Ops;

/// Only the registry spells the name of an op; everything else asks for semantics and traits.
class OpNamesTest {
    @Test
    void onlyTheRegistrySpellsNamesOfOps() {
        Collection<String> names = names();
        var found = new ArrayList<String>();
        for (Sources.Unit unit : Sources.all()) {
            if (!unit.packageName().equals("sectile.ir.ops")) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitLiteral(LiteralTree literal, Void nothing) {
                        if (literal.getValue() instanceof String text && names.contains(text)) {
                            found.add(text + " in " + unit.place(literal));
                        }
                        return null;
                    }
                }.scan(unit.tree(), null);
            }
        }
        assertThat(found).isEmpty();
    }

    /// Full names, as the registry and as a program has them, and the prefixes that make one of a last part.
    private static Collection<String> names() {
        var names = new TreeSet<String>();
        for (Op op : Ops.standard().all()) {
            names.add(op.name());
            names.add(op.surface());
            names.add(op.namespace() + ".");
            names.addAll(op.aliases());
        }
        names.removeAll(List.of("system."));
        return names;
    }
}
