package sectile.sim.topology;

/// Small squares for the processing elements in the corners of a cube.
final class PeMarks {
    private static final int MAX_PER_CORNER = 6;

    private PeMarks() {}

    static void draw(Svg svg, PeLayout layout, double x, double y, double cell) {
        int shown = Math.min(layout.pePerCorner(), MAX_PER_CORNER);
        int perLine = shown <= 2 ? shown : Math.ceilDiv(shown, 2);
        double mark = Math.min(11, cell * 0.3 / perLine - 1);
        double margin = cell * 0.06;
        for (Corner corner : layout.corners()) {
            for (int i = 0; i < shown; i++) {
                int column = i % perLine;
                int row = i / perLine;
                double along = margin + column * (mark + 1.5);
                double across = margin + row * (mark + 1.5);
                svg.rect(
                        corner.west() ? x + along : x + cell - along - mark,
                        corner.north() ? y + across : y + cell - across - mark,
                        mark,
                        mark,
                        1.5,
                        "pe",
                        "");
            }
        }
    }
}
