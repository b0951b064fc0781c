package sectile.sim.topology;

import java.util.List;
import java.util.Optional;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentKind.Level;

/// How fast single parts of a machine are, relative to what its topology says of all of their kind: 0.5 takes twice the
/// time.
///
/// @param singles parts that are named
/// @param variation what differs by chance
public record Speeds(List<Single> singles, Variation variation) {
    /// All alike.
    public static final Speeds UNIFORM = new Speeds(List.of(), Variation.NONE);

    /// The number of a cube or PE that is not meant alone.
    private static final int ALL = -1;

    /// A part, or all parts at a place.
    ///
    /// @param cube of the SIP; −1 for all
    /// @param pe of the cube; −1 for all
    /// @param part a kind of component or link; empty for all processors and engines
    public record Single(int sip, int cube, int pe, Optional<String> part, double speed) {
        public Single {
            if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a speed of " + speed);
            }
        }

        private boolean holds(int atSip, int atCube, int atPe) {
            return sip == atSip && (cube == ALL || cube == atCube) && (pe == ALL || pe == atPe);
        }
    }

    public Speeds {
        singles = List.copyOf(singles);
    }

    /// Whether all parts of a kind are equally fast.
    public boolean isUniform() {
        return singles.isEmpty() && !variation.isActive();
    }

    /// The speed of a component; `cube` and `pe` are −1 above their level.
    public double of(ComponentKind kind, int sip, int cube, int pe) {
        if (isUniform()) {
            return 1;
        }
        double speed = 1;
        for (Single single : singles) {
            boolean meant = single.part.map(kind.text()::equals).orElse(kind.level() != Level.SYSTEM);
            if (meant && single.holds(sip, cube, pe)) {
                speed *= single.speed;
            }
        }
        if (variation.isActive()) {
            String name = kind.level() == Level.SYSTEM ? kind.text() : "sip" + sip;
            if (kind.level() != Level.SYSTEM) {
                speed *= variation.speed(Level.SIP.text(), name);
            }
            if (cube >= 0) {
                name += ".cube" + cube;
                speed *= variation.speed(Level.CUBE.text(), name);
            }
            if (pe >= 0) {
                name += ".pe" + pe;
                speed *= variation.speed(Level.PE.text(), name);
            }
            speed *= variation.speed(kind.text(), name);
        }
        return speed;
    }

    /// The speed of a link.
    ///
    /// @param place of both directions; they vary together
    /// @param sip where the direction begins, for the parts that are named
    /// @param pe whose link it is, or whose slice of memory
    public double of(LinkPlace place, int sip, int cube, int pe) {
        if (isUniform()) {
            return 1;
        }
        double speed = 1;
        for (Single single : singles) {
            if (single.part.isPresent()
                    && single.part.get().equals(place.kind().text())
                    && single.holds(sip, cube, pe)) {
                speed *= single.speed;
            }
        }
        if (variation.isActive()) {
            String name = place.kind().text() + "." + place.sip() + "." + place.cube() + "." + place.index() + "." + pe;
            speed *= variation.speed(Variation.EVERY_LINK, name);
            speed *= variation.speed(place.kind().text(), name);
        }
        return speed;
    }

    /// What varies by chance in another draw.
    public Speeds withDraw(long seed, long draw) {
        return new Speeds(singles, new Variation(seed, draw, variation.speeds()));
    }
}
