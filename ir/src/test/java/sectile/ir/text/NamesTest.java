package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Span;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;

class NamesTest {
    private static final Var I = new Var("x", ScalarType.INDEX, Origin.none());
    private static final Var F = new Var("x", ScalarType.of(DataType.FP32), Origin.none());

    private static Names names(Object... pairs) {
        PersistentMap<Val> values = PersistentMap.empty();
        for (int i = 0; i < pairs.length; i += 2) {
            values = values.with((String) pairs[i], new Val.Ir((Var) pairs[i + 1]));
        }
        return new Names(values, PersistentMap.empty());
    }

    @Test
    void aBranchThatChangesANameMakesItAmbiguous() {
        Names after = Names.afterBranches(names("x", I), names("x", F), names("x", I));
        assertThat(map(after.values())).isEmpty();
        assertThat(map(after.unclear()))
                .containsEntry("x", "only one branch changes it from Scalar[INDEX] to Scalar[FP32]");
        assertThat(map(Names.afterBranches(Names.NONE, names("x", F), names("x", I))
                        .unclear()))
                .containsEntry("x", "one branch makes it Scalar[FP32], the other Scalar[INDEX]");
    }

    @Test
    void whatEitherBranchDefinesIsKnownAfterwards() {
        // Whether it has a value on every path is for the verifier to say.
        Names after = Names.afterBranches(names("x", I), names("x", I, "y", F), names("x", I, "z", F));
        assertThat(map(after.values())).containsOnlyKeys("x", "y", "z");
        assertThat(map(after.unclear())).isEmpty();
    }

    @Test
    void theNamesOfALoopEndWithIt() {
        Names before = names("x", I);
        Names inside = names("x", I, "i", I);
        Names after = Names.afterLoop(before, inside, names("x", I, "i", I, "t", F), Set.of(), Span.none());
        assertThat(map(after.values())).containsOnlyKeys("x", "t");
        assertThat(map(after.unclear())).containsEntry("i", "its loop has ended");
    }

    @Test
    void aHiddenNameComesBackAfterTheLoop() {
        Names after = Names.afterLoop(names("x", I), names("x", F), names("x", F), Set.of(), Span.none());
        assertThat(after.get("x")).isEqualTo(new Val.Ir(I));
    }

    @Test
    void aNameThatIsReadKeepsItsTypeInALoop() {
        Names before = names("x", I);
        assertThat(map(Names.afterLoop(before, before, names("x", F), Set.of(), Span.none())
                        .unclear()))
                .containsKey("x");
        assertThatThrownBy(() -> Names.afterLoop(before, before, names("x", F), Set.of(I), Span.none()))
                .hasMessageContaining("LANG-403");
    }

    private static <V> Map<String, V> map(PersistentMap<V> entries) {
        var all = new TreeMap<String, V>();
        entries.forEach(all::put);
        return all;
    }
}
