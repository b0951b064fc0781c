package sectile.compiler.artifact;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sectile.compiler.CompiledProgram;
import sectile.compiler.memory.MemoryMap;
import sectile.compiler.target.Target;
import sectile.ir.Function;

/// The memory maps of a program as a picture: for every kernel and memory, addresses from bottom to top and statements
/// from left to right. A box is a buffer while it is in use.
final class MemoryPicture {
    private static final int LEFT = 90;
    private static final int WIDTH = 860;
    private static final int HEIGHT = 220;
    private static final List<String> COLOURS =
            List.of("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#9d755d", "#bab0ac");

    private final Drawing drawing = new Drawing();
    private int y = 24;

    private MemoryPicture() {}

    static String of(CompiledProgram compiled) {
        var picture = new MemoryPicture();
        for (Function function : compiled.program().functions()) {
            if (function.kind().isKernel()) {
                picture.function(MemoryMap.of(function, compiled.target()), compiled.target());
            }
        }
        if (picture.y == 24) {
            picture.drawing.text(20, picture.y, "no kernel of this program has tiles", "start", true);
            picture.y += 20;
        }
        return picture.drawing.svg(LEFT + WIDTH + 30, picture.y);
    }

    private void function(MemoryMap map, Target target) {
        var memories = new LinkedHashMap<String, List<MemoryMap.Place>>();
        map.places()
                .forEach(place -> memories.computeIfAbsent(place.memory(), m -> new ArrayList<>())
                        .add(place));
        int last = map.places().stream().mapToInt(MemoryMap.Place::end).max().orElse(0);
        for (Map.Entry<String, List<MemoryMap.Place>> memory : memories.entrySet()) {
            long capacity = target.memories().stream()
                    .filter(m -> m.name().equals(memory.getKey()))
                    .mapToLong(Target.Memory::capacity)
                    .findFirst()
                    .orElse(0);
            panel(map.function(), memory.getKey(), memory.getValue(), capacity, last);
        }
    }

    private void panel(String function, String memory, List<MemoryMap.Place> places, long capacity, int last) {
        long used = places.stream()
                .mapToLong(place -> place.address() + place.bytes())
                .max()
                .orElse(1);
        drawing.text(
                20,
                y,
                String.format(Locale.ROOT, "%s: %s, %,d of %,d bytes", function, memory, used, capacity),
                "start",
                true);
        int top = y + 12;
        drawing.box(LEFT, top, WIDTH, HEIGHT, "#f4f4f4", "");
        for (int i = 0; i <= 4; i++) {
            drawing.text(
                    LEFT - 6,
                    top + HEIGHT - HEIGHT * i / 4 + 4,
                    String.format(Locale.ROOT, "%,d", used * i / 4),
                    "end",
                    false);
        }
        int colour = 0;
        for (MemoryMap.Place place : places) {
            double x = LEFT + (double) WIDTH * place.start() / (last + 1);
            double width = Math.max(3, (double) WIDTH * (place.end() + 1 - place.start()) / (last + 1));
            double height = Math.max(2, (double) HEIGHT * place.bytes() / used);
            double from = top + HEIGHT - (double) HEIGHT * (place.address() + place.bytes()) / used;
            drawing.box(
                    x,
                    from,
                    width,
                    height,
                    COLOURS.get(colour++ % COLOURS.size()),
                    String.format(
                            Locale.ROOT,
                            "%s: bytes %,d to %,d, line %d, statements %d to %d",
                            place.buffer(),
                            place.address(),
                            place.address() + place.bytes(),
                            place.line(),
                            place.start(),
                            place.end()));
            String label = place.buffer() + ", line " + place.line();
            if (height >= 14 && width >= label.length() * 7) {
                drawing.label(x + 4, from + height / 2 + 4, label);
            }
        }
        drawing.text(LEFT, top + HEIGHT + 16, "statements 0 to " + last, "start", false);
        y = top + HEIGHT + 48;
    }
}
