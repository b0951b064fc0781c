package sectile.cli.dist;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.component.ComponentKind;
import sectile.sim.topology.ComponentSpec;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.Topology;

/// What a row of a sweep was measured on, in short: equal machines have equal fingerprints, whatever their files are
/// called, and others have others.
///
/// @param machine everything but how many SIPs there are, which a sweep changes
/// @param settings the arrangement of the SIPs, and what the ccl.yaml and the text of a kernel say of the algorithm
record Fingerprint(String machine, String settings) {
    static Fingerprint of(Topology machine, CclConfig config, String algorithm) {
        String settings = algorithm.equals(CclConfig.AUTO) ? all(config) : settings(config.algorithm(algorithm));
        return new Fingerprint(digest(text(machine)), digest(machine.sipGrid() + "\n" + settings));
    }

    private static String text(Topology machine) {
        StringBuilder text = new StringBuilder();
        List.of(
                        machine.sipGrid().topology(),
                        machine.join(),
                        machine.cubeMesh(),
                        machine.ioCubes().size() == 1 ? machine.ioCubes().getFirst() : machine.ioCubes(),
                        machine.peLayout(),
                        machine.compositeTile(),
                        machine.memoryMap(),
                        machine.fabric())
                .forEach(part -> text.append(part).append('\n'));
        if (!machine.speeds().isUniform()) {
            text.append(machine.speeds()).append('\n');
        }
        for (LinkKind kind : LinkKind.values()) {
            machine.findLink(kind)
                    .ifPresent(link -> text.append(link)
                            .append(link.bandwidth().unitsPerByte())
                            .append('\n'));
        }
        for (ComponentKind kind : ComponentKind.values()) {
            ComponentSpec component = machine.component(kind);
            // Their text rounds, their hash does not.
            text.append(kind.text())
                    .append(component.impl())
                    .append(component.attributes())
                    .append(component.attributes().hashCode())
                    .append('\n');
        }
        return text.toString();
    }

    /// What `auto` may choose.
    private static String all(CclConfig config) {
        StringBuilder text = new StringBuilder(config.tuning().toString());
        config.algorithms().values().forEach(settings -> text.append(settings(settings)));
        return text.toString();
    }

    private static String settings(AlgorithmSettings settings) {
        String text = TextAlgorithms.isFile(settings.kernel()) ? text(kernel(settings)) : "";
        return placeless(settings) + "\n" + text;
    }

    /// Settings that are equal wherever they are written down.
    static AlgorithmSettings placeless(AlgorithmSettings settings) {
        return new AlgorithmSettings(
                settings.name(),
                TextAlgorithms.name(settings.kernel()),
                settings.topology(),
                settings.mapper(),
                settings.validator(),
                settings.interSip(),
                settings.queues(),
                settings.worldSize(),
                settings.elements(),
                settings.rootCube(),
                settings.parameters(),
                Span.none());
    }

    /// The file of an algorithm that is a text; it is named relative to the ccl.yaml that names it.
    static Path kernel(AlgorithmSettings settings) {
        return Path.of(settings.span().source().name()).resolveSibling(settings.kernel());
    }

    private static String text(Path file) {
        Diagnostics problems = new Diagnostics();
        String text = TextFiles.read(file, problems).map(SourceFile::text).orElse("");
        problems.throwIfErrors();
        return text;
    }

    private static String digest(String text) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }
}
