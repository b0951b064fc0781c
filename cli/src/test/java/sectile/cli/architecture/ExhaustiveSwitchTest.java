package sectile.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.List;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A switch over a sealed type names every case, so that the compiler finds each place that a new case concerns.
class ExhaustiveSwitchTest {
    @Test
    void noSwitchOverASealedTypeHasADefault() {
        var found = new TreeSet<String>();
        int[] switches = {0};
        for (Sources.Unit unit : Sources.attributed(source -> source.contains("switch ("))) {
            new TreePathScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void nothing) {
                    check(tree.getExpression(), tree.getCases());
                    return super.visitSwitch(tree, null);
                }

                @Override
                public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void nothing) {
                    check(tree.getExpression(), tree.getCases());
                    return super.visitSwitchExpression(tree, null);
                }

                private void check(ExpressionTree selector, List<? extends CaseTree> cases) {
                    TypeMirror type = unit.trees().getTypeMirror(new TreePath(getCurrentPath(), selector));
                    if (isSealed(type)) {
                        switches[0]++;
                        if (cases.stream().anyMatch(ExhaustiveSwitchTest::isDefault)) {
                            found.add(unit.place(selector) + ": switch over " + type);
                        }
                    }
                }
            }.scan(new TreePath(unit.tree()), null);
        }
        assertThat(switches[0]).as("switches over sealed types that were seen").isGreaterThan(20);
        assertThat(found).as("switches over sealed types with a default").isEmpty();
    }

    private static boolean isDefault(CaseTree each) {
        return each.getLabels().stream().anyMatch(DefaultCaseLabelTree.class::isInstance);
    }

    /// Enumerations are not meant: a default for most of their constants is often what a rule says.
    private static boolean isSealed(@Nullable TypeMirror type) {
        return switch (type) {
            case TypeVariable variable -> isSealed(variable.getUpperBound());
            case DeclaredType declared
            when declared.asElement() instanceof TypeElement element ->
                element.getModifiers().contains(Modifier.SEALED);
            case null, default -> false;
        };
    }
}
