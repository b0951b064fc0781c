package sectile.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.quantity.Unit;

final class PointNamesTest {
    private static String written(PointNames.Name... names) {
        var out = new Html();
        PointNames.write(List.of(names), 300, out);
        return out.toString();
    }

    @Test
    void isOnTheRightIfThereIsRoom() {
        assertThat(written(new PointNames.Name(10, 50, "q"))).contains("text-anchor=\"start\" x=\"18\" y=\"54\">q<");
        assertThat(written(new PointNames.Name(290, 50, "attention")))
                .contains("text-anchor=\"end\" x=\"282\" y=\"54\">attention<");
    }

    /// Of two series the first has its name beside its point; the other keeps the second colour in the legend.
    @Test
    void theLegendHasTheColoursOfTheCurves() {
        var axis = new LinePlot.Axis("x", Unit.NUMBER, false);
        var plot = new LinePlot(
                "P",
                axis,
                axis,
                List.of(
                        new LinePlot.Series("best", List.of(new LinePlot.Point(1, 1)), false),
                        new LinePlot.Series(
                                "beaten", List.of(new LinePlot.Point(2, 2), new LinePlot.Point(3, 3)), false)));
        var out = new Html();
        PlotView.write(plot, out);
        assertThat(out.toString())
                .contains("<li><span class=\"swatch c1\" aria-hidden=\"true\"></span>beaten</li>")
                .contains("<g class=\"series c1\">")
                .doesNotContain("swatch c0");
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
