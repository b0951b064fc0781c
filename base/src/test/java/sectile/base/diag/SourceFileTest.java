package sectile.base.diag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SourceFileTest {
    @Test
    void everyLineEndingCounts() {
        var source = new SourceFile("a", "one\ntwo\r\nthree\rfour");
        assertThat(source.lines()).isEqualTo(4);
        assertThat(source.lineText(1)).isEqualTo("one");
        assertThat(source.lineText(2)).isEqualTo("two");
        assertThat(source.lineText(3)).isEqualTo("three");
        assertThat(source.lineText(4)).isEqualTo("four");
        assertThat(source.lineOf(3)).as("the newline belongs to its line").isEqualTo(1);
        assertThat(source.lineOf(4)).isEqualTo(2);
        assertThat(source.lineOf(source.text().length())).isEqualTo(4);
    }

    @Test
    void manyLinesAreFoundByOffset() {
        var source = new SourceFile("a", "x\n".repeat(1000));
        assertThat(source.lines()).isEqualTo(1001);
        for (int offset = 0; offset <= 2000; offset++) {
            assertThat(source.lineOf(offset)).isEqualTo(offset / 2 + 1);
            assertThat(source.columnOf(offset)).isEqualTo(offset % 2 + 1);
        }
    }

    @Test
    void columnsCountCodePoints() {
        var source = new SourceFile("a", "\uD83D\uDE00x");
        assertThat(source.columnOf(2)).isEqualTo(2);
    }

    @Test
    void anEmptyTextHasOneEmptyLine() {
        var source = new SourceFile("a", "");
        assertThat(source.lines()).isEqualTo(1);
        assertThat(source.lineText(1)).isEmpty();
        assertThat(source.columnOf(0)).isEqualTo(1);
    }

    @Test
    void spansJoinAndRefuseNonsense() {
        var source = new SourceFile("a", "abc def");
        var first = new Span(source, 0, 3);
        var last = new Span(source, 4, 7);
        assertThat(first.to(last).text()).isEqualTo("abc def");
        assertThat(last.to(first)).isEqualTo(first.to(last));
        assertThat(Span.none().to(first)).isEqualTo(first);
        assertThat(first.to(Span.none())).isEqualTo(first);
        assertThat(last).hasToString("a:1:5");
        assertThat(Span.none()).hasToString("");
        assertThatThrownBy(() -> new Span(source, 3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new Span(source, 0, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> first.to(new SourceFile("b", "x").all())).hasMessageContaining("two sources");
    }

    @Test
    void equalByNameAndText() {
        assertThat(new SourceFile("a", "x"))
                .isEqualTo(new SourceFile("a", "x"))
                .hasSameHashCodeAs(new SourceFile("a", "x"))
                .isNotEqualTo(new SourceFile("a", "y"))
                .isNotEqualTo(new SourceFile("b", "x"));
    }
}
