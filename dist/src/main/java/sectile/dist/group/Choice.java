package sectile.dist.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Team;
import sectile.dist.ccl.TuningRow;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topology;

/// Which algorithm a call uses.
final class Choice {
    /// Up to here the number of steps matters more than the bytes.
    private static final long SMALL_BYTES = 16 << 10;

    private final Backend backend;
    private final Team team;

    Choice(Backend backend, Team team) {
        this.backend = backend;
        this.team = team;
    }

    /// The one the caller wants, else the configured one.
    String algorithm(Collective collective, Optional<String> wanted, Operands operands) {
        String configured = backend.config().chosen().get(collective);
        String chosen = wanted.isPresent() ? wanted.get() : configured;
        if (chosen == null) {
            throw GroupErrors.noAutomatic(collective.text());
        }
        return chosen.equals(CclConfig.AUTO) ? automatic(collective, operands) : chosen;
    }

    /// The tuning table's answer for the next larger size on as many ranks, else a rule of thumb.
    private String automatic(Collective collective, Operands operands) {
        DeviceTensor tensor = operands.input().orElse(null);
        if (tensor == null) {
            return backend.config().algorithms().values().stream()
                    .filter(settings -> serves(settings, collective))
                    .map(AlgorithmSettings::name)
                    .findFirst()
                    .orElseThrow(() -> GroupErrors.nothingDoes(collective.text()));
        }
        long bytes = tensor.dtype().bytesFor(tensor.shape().elements());
        List<String> fitting = accepting(collective, tensor);
        if (fitting.isEmpty()) {
            throw GroupErrors.noAutomatic(collective.text());
        }
        Optional<String> tuned = tuned(collective, bytes).filter(fitting::contains);
        if (tuned.isPresent()) {
            return tuned.get();
        }
        List<String> preferred = bytes <= SMALL_BYTES ? List.of("halving_doubling", "tree") : forLargeArrays();
        return preferred.stream().filter(fitting::contains).findFirst().orElse(fitting.getFirst());
    }

    /// What keeps most of a rank's links busy: four in a rectangle of SIPs, two in a ring, the one to a switch.
    private List<String> forLargeArrays() {
        Topology machine = team.machine();
        if (machine.join() == SipJoin.SWITCH) {
            return List.of("torus", "ring");
        }
        return machine.sipGrid().topology().twoDimensional()
                ? List.of("torus", "ring_both_ways")
                : List.of("ring_both_ways");
    }

    private Optional<String> tuned(Collective collective, long bytes) {
        TuningRow best = null;
        TuningRow largest = null;
        for (TuningRow row : backend.config().tuning()) {
            if (row.collective() != collective || row.ranks() != team.size()) {
                continue;
            }
            if (row.maxBytes() >= bytes && (best == null || row.maxBytes() < best.maxBytes())) {
                best = row;
            }
            if (largest == null || row.maxBytes() > largest.maxBytes()) {
                largest = row;
            }
        }
        TuningRow row = best == null ? largest : best;
        return row == null ? Optional.empty() : Optional.of(row.algorithm());
    }

    /// The algorithms that do a collective for this group on tensors placed like this one.
    List<String> accepting(Collective collective, DeviceTensor tensor) {
        List<String> names = new ArrayList<>();
        for (AlgorithmSettings settings : backend.config().algorithms().values()) {
            if (accepts(settings, collective, tensor)) {
                names.add(settings.name());
            }
        }
        return names;
    }

    /// Whether an algorithm does a collective for this group at all.
    private boolean serves(AlgorithmSettings settings, Collective collective) {
        try {
            Algorithm algorithm = backend.registries().algorithms().find(settings.kernel(), settings.span());
            if (!algorithm.collectives().contains(collective)) {
                return false;
            }
            algorithm.extra(collective, team, settings);
            return true;
        } catch (DiagnosticException cannotServe) {
            // An entry that is wrong in itself, or for this team, is not a candidate; naming it says why.
            return false;
        }
    }

    private boolean accepts(AlgorithmSettings settings, Collective collective, DeviceTensor tensor) {
        if (!serves(settings, collective)) {
            return false;
        }
        try {
            var places = backend.registries()
                    .mappers()
                    .find(settings.mapper(), settings.span())
                    .places(team.machine(), tensor.sip());
            return backend.registries()
                    .validators()
                    .find(settings.validator(), settings.span())
                    .objection(tensor, places)
                    .isEmpty();
        } catch (DiagnosticException unknownName) {
            return false;
        }
    }
}
