package sectile.report.html;

import java.util.List;

/// A grid of places joined by directed links, each coloured by its utilisation from 0 to 1.
public record MeshMap(String title, int width, int height, List<Node> nodes, List<Link> links) implements Section {
    /// A place in column `x` and row `y`.
    public record Node(int x, int y, String label, double utilisation) {}

    /// A link from one place to another. Links that leave the edge and come back at the other are drawn around.
    public record Link(int fromX, int fromY, int toX, int toY, String label, double utilisation) {}

    public MeshMap {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
        for (Node node : nodes) {
            require(node.x, node.y, width, height);
        }
        for (Link link : links) {
            require(link.fromX, link.fromY, width, height);
            require(link.toX, link.toY, width, height);
        }
    }

    private static void require(int x, int y, int width, int height) {
        if (x < 0 || x >= width || y < 0 || y >= height) {
            throw new IllegalArgumentException("place (" + x + ", " + y + ") in a mesh of " + width + "x" + height);
        }
    }
}
