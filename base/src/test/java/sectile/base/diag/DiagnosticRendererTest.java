package sectile.base.diag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticRendererTest {
    private static final SourceFile TOPOLOGY =
            new SourceFile("topo.yaml", "links:\n  - name: a\n    bandwith_gbs: 4\n\tlatency: -1\n");
    private final DiagnosticRenderer renderer = new DiagnosticRenderer();

    private static Span find(SourceFile source, String word) {
        int start = source.text().indexOf(word);
        return new Span(source, start, start + word.length());
    }

    @Test
    void headlinePositionExcerptCaretHint() {
        var diagnostic = Diagnostic.error(
                        DiagnosticCode.reported("SIM-204"),
                        find(TOPOLOGY, "bandwith_gbs"),
                        "unknown key `bandwith_gbs`")
                .hint("did you mean `bandwidth_gbs`?");
        assertThat(renderer.render(diagnostic)).isEqualTo("""
                error[SIM-204]: unknown key `bandwith_gbs`
                 --> topo.yaml:3:5
                  |
                3 |     bandwith_gbs: 4
                  |     ^^^^^^^^^^^^
                  = help: did you mean `bandwidth_gbs`?
                """);
    }

    @Test
    void tabsAreExpandedAndCaretsFollow() {
        var diagnostic = Diagnostic.warning(DiagnosticCode.reported("SIM-1"), find(TOPOLOGY, "-1"), "negative latency");
        assertThat(renderer.render(diagnostic)).isEqualTo("""
                warning[SIM-1]: negative latency
                 --> topo.yaml:4:11
                  |
                4 |     latency: -1
                  |              ^^
                """);
    }

    @Test
    void notesWithAndWithoutPlace() {
        var diagnostic = Diagnostic.error(
                        DiagnosticCode.reported("BASE-101"), find(TOPOLOGY, "latency"), "second key `latency`")
                .note(find(TOPOLOGY, "name"), "the first one is here")
                .note(Span.none(), "keys are compared as written")
                .hint("remove one");
        assertThat(renderer.render(diagnostic)).isEqualTo("""
                error[BASE-101]: second key `latency`
                 --> topo.yaml:4:2
                  |
                4 |     latency: -1
                  |     ^^^^^^^
                  = note: keys are compared as written
                  = help: remove one
                note: the first one is here
                 --> topo.yaml:2:5
                  |
                2 |   - name: a
                  |     ^^^^
                """);
    }

    @Test
    void noPlaceNoExcerpt() {
        var diagnostic = Diagnostic.error(DiagnosticCode.reported("CLI-1"), Span.none(), "no such option")
                .hint("see\nsectile --help");
        assertThat(renderer.render(diagnostic)).isEqualTo("""
                error[CLI-1]: no such option
                  = help: see
                          sectile --help
                """);
    }

    @Test
    void anEmptyFileHasAPlaceButNoExcerpt() {
        var diagnostic = Diagnostic.error(
                DiagnosticCode.reported("X-1"), new SourceFile("empty.yaml", "").all(), "nothing here");
        assertThat(renderer.render(diagnostic)).isEqualTo("""
                error[X-1]: nothing here
                 --> empty.yaml:1:1
                """);
    }

    @Test
    void severalLinesShowTheFirst() {
        var source = new SourceFile("f", "x = [1,\n     2]\n");
        assertThat(renderer.render(
                        Diagnostic.error(DiagnosticCode.reported("X-1"), new Span(source, 4, 14), "bad list")))
                .isEqualTo("""
                error[X-1]: bad list
                 --> f:1:5
                  |
                1 | x = [1,
                  |     ^^^
                """);
    }

    @Test
    void theEndOfTheFileGetsOneCaret() {
        var source = new SourceFile("f", "a: [1\n");
        assertThat(renderer.render(
                        Diagnostic.error(DiagnosticCode.reported("X-1"), new Span(source, 6, 6), "unexpected end")))
                .isEqualTo("""
                error[X-1]: unexpected end
                 --> f:2:1
                  |
                2 |
                  | ^
                """);
    }

    @Test
    void gutterGrowsWithTheLineNumber() {
        var source = new SourceFile("f", "\n".repeat(99) + "oops\n");
        var diagnostic = Diagnostic.error(DiagnosticCode.reported("X-1"), find(source, "oops"), "bad")
                .note(new Span(source, 0, 0), "start");
        assertThat(renderer.render(diagnostic)).isEqualTo("""
                error[X-1]: bad
                   --> f:100:1
                    |
                100 | oops
                    | ^^^^
                note: start
                   --> f:1:1
                    |
                  1 |
                    | ^
                """);
    }

    @Test
    void wideLettersTakeTwoCellsAndControlsBecomePictures() {
        var source = new SourceFile("f", "名: \u001b[31mx y\n");
        assertThat(renderer.render(Diagnostic.error(DiagnosticCode.reported("X-1"), find(source, "y"), "bad \u001b")))
                .isEqualTo("""
                error[X-1]: bad ␛
                 --> f:1:11
                  |
                1 | 名: ␛[31mx y
                  |            ^
                """);
    }

    @Test
    void longLinesAreCutAroundTheSpan() {
        var source = new SourceFile("f", "a".repeat(500) + "HERE" + "b".repeat(500));
        String[] lines = renderer.render(Diagnostic.error(DiagnosticCode.reported("X-1"), find(source, "HERE"), "bad"))
                .split("\n", -1);
        assertThat(lines[3]).startsWith("1 | ...aaa").endsWith("bbb...").hasSizeLessThan(180);
        int caret = lines[4].indexOf('^');
        assertThat(lines[3].substring(caret, caret + 4)).isEqualTo("HERE");
        assertThat(lines[4]).endsWith("^^^^");
    }

    @Test
    void colourOnlyWhenAsked() {
        var diagnostic = Diagnostic.error(DiagnosticCode.reported("X-1"), find(TOPOLOGY, "name"), "bad");
        String coloured = new DiagnosticRenderer(true).render(diagnostic);
        assertThat(coloured).contains("\u001b[1;31merror[X-1]\u001b[0m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(renderer.render(diagnostic));
    }

    @Test
    void allWithABlankLineBetweenAndASummary() {
        var first = Diagnostic.error(DiagnosticCode.reported("X-1"), Span.none(), "one");
        var second = Diagnostic.warning(DiagnosticCode.reported("X-2"), Span.none(), "two");
        assertThat(renderer.renderAll(List.of(first, second, first)))
                .isEqualTo("error[X-1]: one\n\nwarning[X-2]: two\n\nerror[X-1]: one\n");
        assertThat(DiagnosticRenderer.summary(List.of(first, second, first))).isEqualTo("2 errors, 1 warning");
        assertThat(DiagnosticRenderer.summary(List.of())).isEmpty();
    }
}
