package sectile.check.explore;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;

/// What came of one run of a [Subject].
public interface Answer {
    /// In what it differs from the answer of another run; empty if in nothing.
    Optional<String> difference(Answer other);

    /// What is wrong with it whatever other runs give, such as values that are not those of a reference.
    default List<Diagnostic> mistakes() {
        return List.of();
    }
}
