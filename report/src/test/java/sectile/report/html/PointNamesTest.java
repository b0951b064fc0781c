package sectile.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PointNamesTest {
    private static String written(PointNames.Name... names) {
        var out = new Html();
        PointNames.write(List.of(names), 300, out);
        return out.toString();
    }

    @Test
    void standsOnTheRightIfThereIsRoom() {
        assertThat(written(new PointNames.Name(10, 50, "q"))).contains("text-anchor=\"start\" x=\"18\" y=\"54\">q<");
        assertThat(written(new PointNames.Name(290, 50, "attention")))
                .contains("text-anchor=\"end\" x=\"282\" y=\"54\">attention<");
    }

    @Test
    void pointsInTheSamePlaceShareALine() {
        assertThat(written(
                        new PointNames.Name(10, 50, "q"),
                        new PointNames.Name(11, 51, "k"),
                        new PointNames.Name(10, 90, "o")))
                .contains(">q, k<", ">o<");
    }

    @Test
    void whatHasNoRoomGoesToTheOtherSideOrDown() {
        assertThat(written(
                        new PointNames.Name(100, 50, "first"),
                        new PointNames.Name(106, 51, "second"),
                        new PointNames.Name(108, 56, "third")))
                .contains("text-anchor=\"start\" x=\"108\" y=\"54\">first<")
                .contains("text-anchor=\"end\" x=\"98\" y=\"55\">second<")
                .contains("text-anchor=\"start\" x=\"116\" y=\"74\">third<");
    }
}
