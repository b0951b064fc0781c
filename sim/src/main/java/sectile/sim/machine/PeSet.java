package sectile.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// The PEs that take part in something, by SIP and cube.
public final class PeSet {
    private static final Comparator<Place> STRUCTURAL =
            Comparator.comparingInt(Place::sip).thenComparingInt(Place::cube).thenComparingInt(Place::pe);

    private final List<SipGroup> sips;
    private final int size;

    private PeSet(List<SipGroup> sips) {
        this.sips = List.copyOf(sips);
        int pes = 0;
        for (SipGroup sip : sips) {
            for (CubeGroup cube : sip.cubes) {
                pes += cube.pes.length;
            }
        }
        this.size = pes;
    }

    /// The participating cubes of one SIP.
    record SipGroup(int sip, List<CubeGroup> cubes) {}

    /// The participating PEs of one cube, ascending.
    static final class CubeGroup {
        private final int sip;
        private final int cube;
        private final int[] pes;

        private CubeGroup(int sip, int cube, int[] pes) {
            this.sip = sip;
            this.cube = cube;
            this.pes = pes;
        }

        int cube() {
            return cube;
        }

        int size() {
            return pes.length;
        }

        Place place(int index) {
            return new Place(sip, cube, pes[index]);
        }

        /// This PE's position among the participants of its cube.
        int position(int pe) {
            return Arrays.binarySearch(pes, pe);
        }
    }

    /// Every PE of the machine.
    public static PeSet all(Topology topology) {
        return new PeSet(IntStream.range(0, topology.sips())
                .mapToObj(sip -> wholeSip(topology, sip))
                .toList());
    }

    /// Every PE of one SIP.
    public static PeSet sip(Topology topology, int sip) {
        return new PeSet(List.of(wholeSip(topology, sip)));
    }

    private static SipGroup wholeSip(Topology topology, int sip) {
        int[] pes = IntStream.range(0, topology.pesPerCube()).toArray();
        return new SipGroup(
                sip,
                IntStream.range(0, topology.cubes())
                        .mapToObj(cube -> new CubeGroup(sip, cube, pes))
                        .toList());
    }

    public static PeSet of(Place... places) {
        return of(Arrays.asList(places));
    }

    /// The given PEs, each once, in structural order.
    public static PeSet of(Collection<Place> places) {
        if (places.size() == 1) {
            // Many SIPs of one PE each make many sets of one.
            Place only = places.iterator().next();
            CubeGroup cube = new CubeGroup(only.sip(), only.cube(), new int[] {only.pe()});
            return new PeSet(List.of(new SipGroup(only.sip(), List.of(cube))));
        }
        List<SipGroup> sips = new ArrayList<>();
        List<CubeGroup> cubes = new ArrayList<>();
        List<Integer> pes = new ArrayList<>();
        List<Place> sorted = places.stream().sorted(STRUCTURAL).distinct().toList();
        for (int i = 0; i < sorted.size(); i++) {
            Place place = sorted.get(i);
            Place next = sorted.get(Math.min(i + 1, sorted.size() - 1));
            pes.add(place.pe());
            boolean sipEnds = i + 1 == sorted.size() || next.sip() != place.sip();
            if (sipEnds || next.cube() != place.cube()) {
                cubes.add(new CubeGroup(
                        place.sip(),
                        place.cube(),
                        pes.stream().mapToInt(Integer::intValue).toArray()));
                pes.clear();
            }
            if (sipEnds) {
                sips.add(new SipGroup(place.sip(), List.copyOf(cubes)));
                cubes.clear();
            }
        }
        return new PeSet(sips);
    }

    public int size() {
        return size;
    }

    /// The places in structural order.
    public List<Place> places() {
        List<Place> places = new ArrayList<>(size);
        for (SipGroup sip : sips) {
            for (CubeGroup cube : sip.cubes) {
                for (int i = 0; i < cube.pes.length; i++) {
                    places.add(cube.place(i));
                }
            }
        }
        return places;
    }

    List<SipGroup> sips() {
        return sips;
    }
}
