package sectile.compiler.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import sectile.compiler.CompiledProgram;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.memory.MemoryMap;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Targets;

class PicturesTest {
    private static final String SOURCE = """
        @pl.function(type=pl.FunctionType.InCore)
        def scale(self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.InOut[pl.Tensor[[8, 64], pl.FP32]]):
            t = pl.load(x, [0, 0], [8, 64])
            u = pl.load(y, [0, 0], [8, 64])
            a = pl.add(t, u)
            b = pl.mul(a, t)
            y1 = pl.store(b, [0, 0], y)
            return y1

        @pl.function(type=pl.FunctionType.Orchestration)
        def main(self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.InOut[pl.Tensor[[8, 64], pl.FP32]],
                 z: pl.InOut[pl.Tensor[[8, 64], pl.FP32]]):
            y1, first = pl.submit(self.scale, x, y)
            z1, second = pl.submit(self.scale, x, z)
            y2, third = pl.submit(self.scale, z1, y1)
            return y2, z1
        """;

    private final CompiledProgram compiled =
            Compiler.compile(PassCase.program(SOURCE), Targets.builtIn("npu-gm"), PassListener.NONE);

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    /// The boxes that say what they are.
    private static List<Element> boxes(String svg) throws Exception {
        NodeList all = parsed(svg).getElementsByTagName("rect");
        var boxes = new ArrayList<Element>();
        for (int i = 0; i < all.getLength(); i++) {
            Element box = (Element) all.item(i);
            if (box.getElementsByTagName("title").getLength() > 0) {
                boxes.add(box);
            }
        }
        return boxes;
    }

    private static double number(Element box, String name) {
        return Double.parseDouble(box.getAttribute(name));
    }

    private static boolean overlap(Element a, Element b, String from, String size) {
        double slack = 0.2; // numbers have one digit after the point
        return number(a, from) + number(a, size) > number(b, from) + slack
                && number(b, from) + number(b, size) > number(a, from) + slack;
    }

    @Test
    void buffersAreWhereTheMapSaysAndNoTwoAreInOnePlaceAtATime() throws Exception {
        List<Element> boxes = boxes(MemoryPicture.of(compiled));
        MemoryMap map = MemoryMap.of(compiled.program().function("scale"), compiled.target());
        assertThat(boxes).hasSameSizeAs(map.places()).hasSizeGreaterThan(1);
        for (int i = 0; i < boxes.size(); i++) {
            MemoryMap.Place place = map.places().get(i);
            assertThat(boxes.get(i).getTextContent()).startsWith(place.buffer() + ": bytes ");
            for (int j = 0; j < i; j++) {
                // A result may take the place of an operand in the statement that computes it.
                boolean sameTime = overlap(boxes.get(i), boxes.get(j), "x", "width")
                        && map.places().get(j).end() != place.start();
                boolean samePlace = overlap(boxes.get(i), boxes.get(j), "y", "height");
                assertThat(sameTime && samePlace)
                        .as(
                                "%s and %s",
                                boxes.get(i).getTextContent(), boxes.get(j).getTextContent())
                        .isFalse();
            }
        }
    }

    @Test
    void tasksAreBelowThoseTheyFollow() throws Exception {
        String svg = TaskPicture.of(compiled);
        List<Element> boxes = boxes(svg);
        assertThat(boxes).extracting(Element::getTextContent).hasSize(3).allMatch(t -> t.contains("scale"));
        assertThat(parsed(svg).getElementsByTagName("line").getLength()).isEqualTo(2);
        assertThat(number(boxes.get(0), "y")).isEqualTo(number(boxes.get(1), "y"));
        assertThat(number(boxes.get(2), "y")).isGreaterThan(number(boxes.get(1), "y"));
        assertThat(svg).contains(">RAW<");
    }

    @Test
    void aProgramWithoutEitherSaysSo() throws Exception {
        CompiledProgram early = Compiler.stopAfter(
                PassCase.program(SOURCE), Targets.builtIn("npu-gm"), "InlineFunctions", PassListener.NONE);
        assertThat(MemoryPicture.of(early)).contains("no kernel of this program has tiles");
        assertThat(boxes(MemoryPicture.of(early))).isEmpty();
    }
}
