package sectile.base.diag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void replacesControlCharactersByPictures() {
        assertThat(Printable.line("a\u001b[31m\n\t\u007f\u0085b")).isEqualTo("a␛[31m␊␉␡\ufffdb");
        assertThat(Printable.text("a\u001b]0;x\u0007\r\n\tb")).isEqualTo("a␛]0;x␇␍\n\tb");
    }

    @Test
    void replacesWhatHidesOrTurnsText() {
        assertThat(Printable.line("a\u202eb\u200bc\u2028d\ufeffe")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde");
        assertThat(Printable.line("half a pair \ud83d")).isEqualTo("half a pair \ufffd");
    }

    @Test
    void keepsEverythingElse() {
        assertThat(Printable.line("Größe 大 😀")).isEqualTo("Größe 大 😀");
    }

    @Test
    void aFileNameCannotForgeALine() {
        var file = new SourceFile("a\nerror: forged\u001b[2J.py", "x\n");
        String text = new DiagnosticRenderer()
                .render(Diagnostic.error(
                        DiagnosticCode.reported("X-1"), new Span(file, 0, 1), "cannot use `" + file.name() + "`"));
        assertThat(text).doesNotContain("\u001b").contains("--> a␊error: forged␛[2J.py:1:1");
        assertThat(text.lines()).noneMatch(line -> line.startsWith("error: forged"));
    }
}
