package sectile.report.html;

import java.util.List;

/// Events of several actors: a lane for each actor, a row for each event, arrows for what orders one event before
/// another.
///
/// @param lanes the names of the actors
public record Lanes(String title, List<String> lanes, List<Mark> marks, List<Edge> edges) implements Section {
    public Lanes {
        lanes = List.copyOf(lanes);
        marks = List.copyOf(marks);
        edges = List.copyOf(edges);
    }

    /// An event, in the order of the rows.
    ///
    /// @param lane by its place in the list of lanes
    /// @param text what happens
    /// @param line where in the program; empty where it has no place
    /// @param isConflict whether it is part of the mistake
    public record Mark(int number, int lane, String text, String line, boolean isConflict) {}

    /// That one event comes before another, by their places in the list of marks; in red, that nothing orders the two.
    public record Edge(int from, int to, boolean isConflict) {}
}
