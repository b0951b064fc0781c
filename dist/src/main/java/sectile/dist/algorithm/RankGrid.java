package sectile.dist.algorithm;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Ranks row by row.
record RankGrid(int ranks, int rowLength, boolean wraps) {
    /// N, E, S, W → rank; no direction leads to the rank itself.
    SequencedMap<String, Integer> neighbours(int rank) {
        SequencedMap<String, Integer> found = new LinkedHashMap<>();
        int rows = ranks / rowLength;
        add(found, "N", rank, rank % rowLength, rank / rowLength - 1, rows);
        add(found, "E", rank, rank % rowLength + 1, rank / rowLength, rows);
        add(found, "S", rank, rank % rowLength, rank / rowLength + 1, rows);
        add(found, "W", rank, rank % rowLength - 1, rank / rowLength, rows);
        return found;
    }

    private void add(SequencedMap<String, Integer> found, String direction, int from, int x, int y, int rows) {
        if (!wraps && (x < 0 || x >= rowLength || y < 0 || y >= rows)) {
            return;
        }
        int other = Math.floorMod(y, rows) * rowLength + Math.floorMod(x, rowLength);
        if (other != from) {
            found.put(direction, other);
        }
    }
}
