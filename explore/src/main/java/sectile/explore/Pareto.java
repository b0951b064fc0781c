package sectile.explore;

import java.util.ArrayList;
import java.util.List;

/// Which points no other point beats.
final class Pareto {
    private Pareto() {}

    /// Whether `a` is at least as good in every objective and better in one.
    static boolean dominates(List<Double> a, List<Double> b, List<Objective> objectives) {
        boolean better = false;
        for (int i = 0; i < objectives.size(); i++) {
            double difference = objectives.get(i).maximized() ? a.get(i) - b.get(i) : b.get(i) - a.get(i);
            if (difference < 0) {
                return false;
            }
            better |= difference > 0;
        }
        return better;
    }

    /// For each point, by how many layers of better points it is covered: 0 for those that no point beats.
    static int[] layers(List<List<Double>> points, List<Objective> objectives) {
        int[] layers = new int[points.size()];
        List<Integer> rest = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            rest.add(i);
        }
        for (int layer = 0; !rest.isEmpty(); layer++) {
            List<Integer> current = rest;
            List<Integer> covered = new ArrayList<>();
            for (int i : current) {
                boolean beaten = current.stream().anyMatch(j -> dominates(points.get(j), points.get(i), objectives));
                if (beaten) {
                    covered.add(i);
                } else {
                    layers[i] = layer;
                }
            }
            rest = covered;
        }
        return layers;
    }
}
