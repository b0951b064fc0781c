package sectile.sim.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/// How busy links and cubes were, from 0 to 1, to be coloured in a drawing. What has no value is drawn plainly.
public final class HeatMap {
    private static final HeatMap NONE = new HeatMap("", Map.of(), Map.of());

    private final String title;
    private final Map<CubeChoice, Double> cubes;
    private final Map<LinkPlace, Double> links;

    private HeatMap(String title, Map<CubeChoice, Double> cubes, Map<LinkPlace, Double> links) {
        this.title = title;
        this.cubes = Collections.unmodifiableMap(new LinkedHashMap<>(cubes));
        this.links = Collections.unmodifiableMap(new LinkedHashMap<>(links));
    }

    public static HeatMap none() {
        return NONE;
    }

    /// Begins a map; the title says what its values are, like "utilisation".
    public static Builder builder(String title) {
        return new Builder(title);
    }

    public String title() {
        return title;
    }

    public boolean isEmpty() {
        return cubes.isEmpty() && links.isEmpty();
    }

    public OptionalDouble cube(int sip, int cube) {
        Double value = cubes.get(new CubeChoice(sip, cube));
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    public OptionalDouble link(LinkPlace place) {
        Double value = links.get(place);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /// The cube with the highest value, or (0, 0): the one worth looking at closely.
    CubeChoice hottest() {
        CubeChoice best = new CubeChoice(0, 0);
        double highest = 0;
        for (Map.Entry<CubeChoice, Double> entry : cubes.entrySet()) {
            if (entry.getValue() > highest) {
                highest = entry.getValue();
                best = new CubeChoice(entry.getKey().sip(), entry.getKey().cube());
            }
        }
        return best;
    }

    /// The SIP and cube that a drawing enlarges.
    record CubeChoice(int sip, int cube) {}

    /// Collects values. The last one for a place counts.
    public static final class Builder {
        private final String title;
        private final Map<CubeChoice, Double> cubes = new LinkedHashMap<>();
        private final Map<LinkPlace, Double> links = new LinkedHashMap<>();

        private Builder(String title) {
            this.title = title;
        }

        public Builder cube(int sip, int cube, double value) {
            cubes.put(new CubeChoice(sip, cube), checked(value));
            return this;
        }

        public Builder link(LinkPlace place, double value) {
            links.put(place, checked(value));
            return this;
        }

        public HeatMap build() {
            return new HeatMap(title, cubes, links);
        }

        private static double checked(double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("heat is from 0 to 1, not " + value);
            }
            return value;
        }
    }
}
