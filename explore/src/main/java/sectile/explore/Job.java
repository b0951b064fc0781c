package sectile.explore;

import java.util.List;

/// One command line to execute: the words after `sectile`.
public record Job(int number, List<String> words) {
    public Job {
        words = List.copyOf(words);
    }
}
