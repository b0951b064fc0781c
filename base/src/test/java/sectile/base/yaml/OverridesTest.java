package sectile.base.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

class OverridesTest {
    private final Diagnostics problems = new Diagnostics();
    private final YamlMap root = Yaml.parseMap(
                    new SourceFile("t.yaml", "sips: { count: 2, kind: ring }\nlinks: [{ n: 1 }, { n: 2 }]\nempty:\n"),
                    problems)
            .orElseThrow();

    private YamlMap apply(String... assignments) {
        return Overrides.apply(root, List.of(assignments), problems);
    }

    @Test
    void replacesAddsAndKeepsTheRest() {
        YamlMap changed = apply("sips.count=4", "links[1].n=7", "new.deep.key=[a, 2]", "empty.x=1", "sips.name=a=b");
        assertThat(problems.all()).isEmpty();
        assertThat(changed)
                .hasToString("{sips: {count: 4, kind: ring, name: a=b}, links: [{n: 1}, {n: 7}], empty: {x: 1},"
                        + " new: {deep: {key: [a, 2]}}}");
        assertThat(root).hasToString("{sips: {count: 2, kind: ring}, links: [{n: 1}, {n: 2}], empty: }");
        assertThat(changed.at("links[0]").orElseThrow())
                .isSameAs(root.at("links[0]").orElseThrow());
    }

    @Test
    void diagnosticsPointIntoTheOption() {
        MapReader reader = MapReader.of(apply("sips.count=four", "sips.knid=ring"), problems);
        MapReader sips = reader.mapOrEmpty("sips");
        sips.integer("count").required();
        sips.string("kind").required();
        assertThat(reader.has("links")).isTrue();
        sips.finish();
        assertThat(new DiagnosticRenderer().renderAll(problems.all())).isEqualTo("""
                error[BASE-112]: expected an integer, found the text `four`
                 --> --set:1:12
                  |
                1 | sips.count=four
                  |            ^^^^

                error[BASE-110]: unknown key `knid`
                 --> --set:1:1
                  |
                1 | sips.knid=ring
                  | ^^^^^^^^^
                  = help: one of: count, kind
                """);
    }

    @Test
    void malformedOptionsAreReportedAndLeftOut() {
        assertThat(apply("sips", "=4", "a..b=1", "sips.count=[1", "sips.count.x=1", "links[2].n=1", "links.x=1"))
                .isEqualTo(root);
        assertThat(problems.all())
                .extracting(Diagnostic::code)
                .containsExactly("BASE-120", "BASE-120", "BASE-120", "BASE-101", "BASE-121", "BASE-121", "BASE-121");
        assertThat(problems.all().get(4).message())
                .isEqualTo("cannot set `sips.count.x`: `sips.count` is the number `2`, it has no `x`");
        assertThat(problems.all().get(5).message())
                .isEqualTo("cannot set `links.2.n`: `links` is a list of 2, it has no item `2`");
    }

    @Test
    void pathsMayQuoteDots() {
        assertThat(YamlPath.parse("a.\"b.c\"[3].d")).hasValueSatisfying(path -> {
            assertThat(path.steps()).containsExactly("a", "b.c", "3", "d");
            assertThat(path).hasToString("a.\"b.c\".3.d");
        });
        for (String bad :
                List.of("", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[1", "a[1]b", "\"a", "\"a\"b", "a.[1]")) {
            assertThat(YamlPath.parse(bad)).as(bad).isEmpty();
        }
        assertThat(YamlPath.parse("a.".repeat(1000) + "b")).isEmpty();
    }

    @Test
    void withRefusesWhatCannotBe() {
        assertThat(root.with("sips.count", YamlScalar.text("x")).at("sips.count"))
                .contains(YamlScalar.text("x"));
        assertThatThrownBy(() -> root.with("sips.kind.x", root)).hasMessageContaining("is the text `ring`");
        assertThatThrownBy(() -> root.with("a..b", root)).hasMessageContaining("not a path");
    }
}
