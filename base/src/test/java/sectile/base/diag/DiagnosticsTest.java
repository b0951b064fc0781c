package sectile.base.diag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {
    private final SourceFile first = new SourceFile("first", "abcdef");
    private final SourceFile second = new SourceFile("second", "abcdef");

    @Test
    void reportsEverythingInReadingOrder() {
        var problems = new Diagnostics();
        problems.error(DiagnosticCode.reported("X-1"), new Span(second, 4, 5), "s4");
        problems.error(DiagnosticCode.reported("X-2"), new Span(first, 2, 3), "f2");
        problems.warning(DiagnosticCode.reported("X-3"), new Span(second, 1, 2), "s1", "look");
        problems.error(DiagnosticCode.reported("X-4"), new Span(first, 2, 3), "f2 again", "mend");
        assertThat(problems.all()).extracting(Diagnostic::message).containsExactly("s1", "s4", "f2", "f2 again");
        assertThat(problems.errorCount()).isEqualTo(3);
        var thrown = catchThrowableOfType(DiagnosticException.class, problems::throwIfErrors);
        assertThat(thrown.diagnostics()).isEqualTo(problems.all());
        assertThat(thrown).hasMessage("second:1:2: warning[X-3]: s1 (look) (and 3 more)");
    }

    @Test
    void warningsDoNotStop() {
        var problems = new Diagnostics();
        assertThat(problems.isEmpty()).isTrue();
        problems.warning(DiagnosticCode.reported("X-1"), Span.none(), "odd");
        problems.throwIfErrors();
        assertThat(problems.hasErrors()).isFalse();
        assertThat(problems.isEmpty()).isFalse();
        problems.addAll(List.of(Diagnostic.error(DiagnosticCode.reported("X-2"), Span.none(), "bad")));
        assertThat(problems.hasErrors()).isTrue();
    }

    @Test
    void aDiagnosticNeedsACodeAndAnExceptionADiagnostic() {
        assertThatThrownBy(() -> Diagnostic.error(DiagnosticCode.reported(" "), Span.none(), "bad"))
                .hasMessageContaining("needs a code");
        assertThatThrownBy(() -> new DiagnosticException(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void notesCannotBeChangedFromOutside() {
        var plain = Diagnostic.error(DiagnosticCode.reported("X-1"), Span.none(), "bad");
        var noted = plain.note(Span.none(), "why");
        assertThat(plain.notes()).isEmpty();
        assertThat(noted.notes()).hasSize(1);
        assertThatThrownBy(() -> noted.notes().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
