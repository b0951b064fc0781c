package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;
import sectile.cli.run.RingOptions;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.topology.Topology;

/// The queues between PEs: which PEs are connected, and how large they are.
final class QueueOptions {
    /// Needs SIPs, cubes and PEs in full, which a selection need not have.
    private static final String WHOLE_MACHINE = "hierarchical_3level";
    /// Joins SIPs and cubes; the PEs of a SIP are those that were chosen.
    private static final String CUBES_AND_SIPS = "cube_mesh";

    @Parameter(
            names = "--wiring",
            placeholder = "NAME",
            description = "ring_1d, mesh_2d, cube_mesh, tree_binary, all_pairs …; the file's neighbors if not given")
    private @Nullable String wiring;

    @ParametersDelegate
    private final RingOptions rings = new RingOptions();

    QueueConfig config(Topology machine) {
        return rings.config(machine);
    }

    /// Of queues that are not there nothing can be chosen: an option that could have no effect is refused.
    void checkThatThereAre(Optional<Wiring> joined, Invocation call) {
        Diagnostics problems = new Diagnostics();
        for (String option : List.of("--slots", "--slot-size", "--buffer")) {
            if (joined.isEmpty() && call.isGiven(option)) {
                problems.error(
                        CliCode.OPTION_WITHOUT_EFFECT,
                        call.spanOf(option),
                        "`" + option + "` has no effect without --wiring or a function `neighbors` in the file",
                        "name the neighbours, for example with --wiring ring_1d");
            }
        }
        problems.throwIfErrors();
    }

    /// What `--wiring` says about these PEs, each of which counts as a rank.
    Optional<Wiring> wiring(Topology machine, List<Place> places, Invocation call) {
        if (wiring == null) {
            return Optional.empty();
        }
        var topologies = Registries.builtin().topologies();
        List<String> names = topologies.names().stream()
                .filter(name -> !name.equals(WHOLE_MACHINE))
                .toList();
        if (!names.contains(wiring)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.BAD_VALUE, call.spanOf("--wiring"), "`--wiring` cannot be `" + wiring + "`")
                    .hint(Nearest.hint(wiring, names)));
        }
        if (wiring.equals(CUBES_AND_SIPS)) {
            List<Integer> sips = places.stream().map(Place::sip).distinct().toList();
            return Optional.of(topologies
                    .find(wiring, call.spanOf("--wiring"))
                    .wire(
                            new Team("selection", machine, sips),
                            (topology, sip) -> places.stream()
                                    .filter(place -> place.sip() == sip)
                                    .toList()));
        }
        Team team = new Team(
                "selection", machine, IntStream.range(0, places.size()).boxed().toList());
        return Optional.of(topologies
                .find(wiring, call.spanOf("--wiring"))
                .wire(team, (topology, rank) -> List.of(places.get(rank))));
    }
}
