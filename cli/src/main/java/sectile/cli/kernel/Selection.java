package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// Which PEs: `--sips`, `--cubes` and `--pes`.
final class Selection {
    private static final String ALL = "all";
    private static final String EXPECTED = "expected all, or numbers and ranges such as 0,2-3";

    @Parameter(
            names = "--sips",
            placeholder = "LIST",
            splitter = Values.Unsplit.class,
            description = "the SIPs that take part, such as 0,2-3 or all; 0 if not given")
    private List<String> sips = new ArrayList<>();

    @Parameter(
            names = "--cubes",
            placeholder = "LIST",
            splitter = Values.Unsplit.class,
            description = "the cubes of each SIP that take part; 0 if not given")
    private List<String> cubes = new ArrayList<>();

    @Parameter(
            names = "--pes",
            placeholder = "LIST",
            splitter = Values.Unsplit.class,
            description = "the PEs of each cube that take part; all if not given")
    private List<String> pes = new ArrayList<>();

    /// The PEs in structural order.
    List<Place> places(Topology machine, Invocation call) {
        Diagnostics problems = new Diagnostics();
        List<Integer> ofSips = numbers("--sips", sips, "0", machine.sips(), call, problems);
        List<Integer> ofCubes = numbers("--cubes", cubes, "0", machine.cubes(), call, problems);
        List<Integer> ofPes = numbers("--pes", pes, ALL, machine.pesPerCube(), call, problems);
        problems.throwIfErrors();
        List<Place> places = new ArrayList<>();
        for (int sip : ofSips) {
            for (int cube : ofCubes) {
                for (int pe : ofPes) {
                    places.add(new Place(sip, cube, pe));
                }
            }
        }
        return List.copyOf(places);
    }

    private static List<Integer> numbers(
            String option, List<String> given, String otherwise, int count, Invocation call, Diagnostics problems) {
        String text = given.isEmpty() ? otherwise : String.join(",", given);
        var numbers = new TreeSet<Integer>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.equals(ALL) ? new String[] {"0", Integer.toString(count - 1)} : part.split("-", -1);
            try {
                int first = Integer.parseInt(ends[0].strip());
                int last = ends.length == 1 ? first : Integer.parseInt(ends[1].strip());
                if (ends.length <= 2 && first >= 0 && first <= last && last < count) {
                    for (int i = first; i <= last; i++) {
                        numbers.add(i);
                    }
                    continue;
                }
            } catch (NumberFormatException e) {
                // said below, together with what is out of range
            }
            problems.error(
                    CliCode.BAD_VALUE,
                    call.spanOf(option),
                    "`" + option + "` cannot be `" + part + "`: there are 0 to " + (count - 1),
                    EXPECTED);
        }
        return List.copyOf(numbers);
    }
}
