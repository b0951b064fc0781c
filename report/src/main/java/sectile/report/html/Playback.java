package sectile.report.html;

import java.util.List;

/// A drawing whose parts can be coloured by how busy they were over time. A part is a shape with the attribute
/// `data-place`.
///
/// @param endPs how long it takes
/// @param frames how many moments the levels of a part have
public record Playback(String title, String svg, String description, long endPs, int frames, List<Part> parts)
        implements Section {
    /// How busy a part was.
    ///
    /// @param place the key of its shapes
    /// @param name for people
    /// @param total from 0 to 1, over the whole time
    /// @param levels for each frame, from 0 to 255
    public record Part(String place, String name, double total, List<Integer> levels) {
        public Part {
            levels = List.copyOf(levels);
        }
    }

    public Playback {
        parts = List.copyOf(parts);
        for (Part part : parts) {
            if (part.levels.size() != frames) {
                throw new IllegalArgumentException(part.name + " has " + part.levels.size() + " levels, not " + frames);
            }
        }
    }
}
