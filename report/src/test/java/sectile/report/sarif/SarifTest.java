package sectile.report.sarif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.json.Json;

class SarifTest {
    private final SourceFile file = new SourceFile("dir/a b.py", "first\nsecond\n");

    /// What the standard requires of a log: a version, a tool with a name, rules that results point to, messages, and
    /// regions whose lines and columns begin with 1.
    @Test
    void aResultHasBothPlacesAndTheStepsOfItsActors() {
        Diagnostic race = Diagnostic.error(DiagnosticCode.reported("CHECK-101"), new Span(file, 6, 12), "a \"race\"")
                .note(new Span(file, 0, 5), "the other access")
                .note(Span.none(), "no order")
                .hint("wait");
        var steps = List.of(
                new Sarif.Step("rank 0", new Span(file, 0, 5), "writes"),
                new Sarif.Step("rank 1", new Span(file, 6, 12), "reads"),
                new Sarif.Step("rank 0", Span.none(), "ends"));
        String text = Sarif.text(List.of(
                new Sarif.Result(race, steps),
                Sarif.Result.of(Diagnostic.warning(DiagnosticCode.reported("COMP-601"), Span.none(), "careful"))));
        var problems = new Diagnostics();
        assertThat(Json.parse(new SourceFile("out.sarif", text), problems)).isPresent();
        assertThat(problems.all()).isEmpty();
        assertThat(text.replaceAll("\\s+", ""))
                .contains(
                        "\"version\":\"2.1.0\"",
                        "\"driver\":{\"name\":\"Sectile\",\"rules\":[{\"id\":\"CHECK-101\"",
                        "\"ruleId\":\"CHECK-101\",\"ruleIndex\":0,\"level\":\"error\"",
                        "\"message\":{\"text\":\"a\\\"race\\\"(wait)\"}",
                        "\"artifactLocation\":{\"uri\":\"dir/a%20b.py\"}",
                        "\"region\":{\"startLine\":2,\"startColumn\":1,\"endLine\":2,\"endColumn\":7}",
                        "\"relatedLocations\":[{\"id\":0,\"message\":{\"text\":\"theotheraccess\"}",
                        "{\"id\":1,\"message\":{\"text\":\"noorder\"}}",
                        "\"threadFlows\":[{\"id\":\"rank0\",\"locations\":[{\"executionOrder\":1",
                        "{\"executionOrder\":3,\"location\":{\"message\":{\"text\":\"ends\"}}}",
                        "{\"id\":\"rank1\",\"locations\":[{\"executionOrder\":2",
                        "\"ruleId\":\"COMP-601\",\"ruleIndex\":1,\"level\":\"warning\"");
    }

    @Test
    void absoluteNamesAreFileUris() {
        assertThat(Sarif.uri("/tmp/a b.py")).isEqualTo("file:///tmp/a%20b.py");
        assertThat(Sarif.uri("a:b.py")).isNotEmpty();
    }
}
