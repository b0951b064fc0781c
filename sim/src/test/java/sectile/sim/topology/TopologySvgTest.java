package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

final class TopologySvgTest {
    @ParameterizedTest
    @ValueSource(strings = {"default", "small", "flat", "torus", "large"})
    void presetsGiveWholeDrawings(String preset) throws Exception {
        Topology machine = Topologies.preset(preset);
        String svg = TopologySvg.draw(machine);
        assertInside(parsed(svg));
        assertThat(svg).isEqualTo(TopologySvg.draw(Topologies.preset(preset)));
        // It must open without a network: no reference to anything else.
        assertThat(svg).doesNotContain("href").doesNotContain("url(").doesNotContain("NaN");
        assertThat(titles(parsed(svg), "SIP ")).hasSize(machine.sips());
        assertThat(titles(parsed(svg), "cube ")).hasSize(machine.cubes());
    }

    /// Every arrangement that has to be collapsed differently.
    @ParameterizedTest
    @CsvSource({
        "ring_1d,           1, switch",
        "ring_1d,           1, direct",
        "ring_1d,           2, direct",
        "ring_1d,           9, direct",
        "ring_1d,          17, switch",
        "ring_1d,         255, direct",
        "ring_1d,         256, direct",
        "torus_2d,          4, direct",
        "torus_2d,        256, switch",
        "mesh_2d,          64, direct",
        "mesh_2d_no_wrap,  25, direct",
    })
    void anyNumberOfSipsFits(String topology, int count, String join) throws Exception {
        Topology machine = Topologies.preset(
                "flat", List.of("system.sips={count: " + count + ", topology: " + topology + ", join: " + join + "}"));
        Document svg = parsed(TopologySvg.draw(machine));
        assertInside(svg);
        assertThat(titles(svg, "SIP ")).hasSize(count);
        int links = titles(svg, "sip_sip: ").size();
        assertThat(links).isEqualTo(join.equals("direct") ? drawnLinks(machine) : 0);
    }

    @Test
    void whatDoesNotFitIsCounted() throws Exception {
        String svg = TopologySvg.draw(Topologies.preset("flat", List.of("system.sips.count=4096")));
        assertThat(titles(parsed(svg), "SIP ")).hasSize(256);
        assertThat(svg).contains("showing 256 of 4,096 SIPs");
        String mesh = TopologySvg.draw(Topologies.preset(
                "small", List.of("sip.cube_mesh={w: 40, h: 2}", "address.cube_bits=7", "sip.io_cube=39")));
        assertInside(parsed(mesh));
        assertThat(mesh).contains("showing 32 × 2");
    }

    @Test
    void heatColoursLinksAndCubesAndChoosesWhatIsEnlarged() {
        Topology machine = Topologies.preset("small");
        HeatMap heat = HeatMap.builder("busy <share>")
                .cube(1, 2, 1)
                .cube(0, 0, 0.25)
                .link(LinkPlace.ucie(1, 3, 2), 0.5)
                .link(LinkPlace.switchSip(0), 0)
                .build();
        String svg = TopologySvg.draw(machine, heat);
        assertThat(svg)
                .contains("Cube 2 of SIP 1")
                .contains("busy &lt;share&gt;")
                .contains("100 %");
        assertThat(svg).contains("<title>ucie: 512 GB/s · 4 ns · 50 %</title>");
        assertThat(svg).contains("style='fill:" + Palette.heat(1) + "'");
        assertThat(svg).contains("style='stroke:" + Palette.heat(0) + ";opacity:1'");
        assertThat(TopologySvg.draw(machine)).doesNotContain("style='stroke:");
    }

    @Test
    void heatIsAShare() {
        HeatMap.Builder builder = HeatMap.builder("share");
        assertThatThrownBy(() -> builder.cube(0, 0, 1.5)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> builder.cube(0, 0, Double.NaN)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> LinkPlace.sipSip(0, Direction.W)).hasMessageContaining("by its E end");
        assertThat(LinkPlace.ucie(0, 1, 5)).isEqualTo(LinkPlace.ucie(0, 5, 1));
    }

    @Test
    void namesAreEscaped() throws Exception {
        var source = new sectile.base.diag.SourceFile("a<b>&'c'.yaml", "extends: small");
        Topology machine = Topologies.load(source, List.of(), new sectile.base.diag.Diagnostics())
                .orElseThrow();
        assertThat(parsed(TopologySvg.draw(machine)).getDocumentElement().getTextContent())
                .contains("a<b>&'c'.yaml");
    }

    /// A link that goes around an edge of a grid is drawn as two open ends.
    private static int drawnLinks(Topology machine) {
        SipGrid grid = machine.sipGrid();
        int drawn = 0;
        for (SipGrid.Channel channel : grid.channels()) {
            boolean named = channel.direction() == Direction.E || channel.direction() == Direction.S;
            boolean around = grid.topology().twoDimensional() && channel.to() < channel.from();
            drawn += named ? (around ? 2 : 1) : 0;
        }
        return drawn;
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> titles(Document svg, String prefix) {
        List<String> titles = new ArrayList<>();
        var found = svg.getElementsByTagName("title");
        for (int i = 0; i < found.getLength(); i++) {
            if (found.item(i).getTextContent().startsWith(prefix)) {
                titles.add(found.item(i).getTextContent());
            }
        }
        return titles;
    }

    /// Nothing is drawn outside the page.
    private static void assertInside(Document svg) {
        double width = number(svg.getDocumentElement(), "width");
        double height = number(svg.getDocumentElement(), "height");
        for (String tag : List.of("rect", "text", "line")) {
            var found = svg.getElementsByTagName(tag);
            for (int i = 0; i < found.getLength(); i++) {
                Element element = (Element) found.item(i);
                String x = tag.equals("line") ? "x2" : "x";
                String y = tag.equals("line") ? "y2" : "y";
                double right = number(element, x) + (tag.equals("rect") ? number(element, "width") : 0);
                double bottom = number(element, y) + (tag.equals("rect") ? number(element, "height") : 0);
                assertThat(number(element, x)).isGreaterThanOrEqualTo(0);
                assertThat(number(element, y)).isGreaterThanOrEqualTo(0);
                assertThat(right).isLessThanOrEqualTo(width);
                assertThat(bottom).isLessThanOrEqualTo(height);
            }
        }
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
