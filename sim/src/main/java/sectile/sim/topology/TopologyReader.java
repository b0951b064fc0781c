package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlMap;
import sectile.sim.component.ComponentKind.Level;
import sectile.sim.component.ComponentRegistry;
import sectile.sim.component.DmaModel;
import sectile.sim.component.MemoryModel;

/// Makes a [Topology] of a whole document, or reports everything that prevents it.
final class TopologyReader {
    private final Diagnostics problems;
    private final LinkReader links;
    private final ComponentReader components;
    private final List<String> missingSections = new ArrayList<>();

    TopologyReader(ComponentRegistry registry, Diagnostics problems) {
        this.problems = problems;
        this.links = new LinkReader(problems);
        this.components = new ComponentReader(registry, problems);
    }

    Optional<Topology> read(String name, YamlMap document) {
        int errors = problems.errorCount();
        MapReader file = MapReader.of(document, problems);
        Optional<MapReader> system = section(file, "system");
        Optional<MapReader> sip = section(file, "sip");
        Optional<MapReader> cube = section(file, "cube");
        Optional<MapReader> pe = section(file, "pe");
        Optional<MapReader> address = section(file, "address");

        var arrangement = new ArrangementReader(problems);
        Optional<MapReader> sips = system.flatMap(section -> section.map("sips").required());
        Optional<Placed<SipGrid>> sipGrid = sips.flatMap(arrangement::sipGrid);
        Optional<SipJoin> join = sips.flatMap(arrangement::join);
        Optional<Placed<CubeMesh>> cubeMesh = sip.flatMap(arrangement::cubeMesh);
        Optional<List<Integer>> ioCubes = sip.flatMap(section -> arrangement.ioCubes(section, cubeMesh));
        Optional<Placed<PeLayout>> peLayout = cube.flatMap(arrangement::peLayout);
        Optional<Integer> compositeTile = pe.flatMap(arrangement::compositeTile);

        var memory = new MemoryReader(problems);
        Optional<FabricSpec> fabric = system.flatMap(section -> new FabricReader(problems).read(section));
        Optional<AddressSpec> widths = address.flatMap(section -> memory.address(section, sipGrid, cubeMesh));
        Optional<MemoryMap> memoryMap = cube.flatMap(section -> memory.memoryMap(section, widths, peLayout));
        arrangement.checkSize(sipGrid, cubeMesh, peLayout);

        system.ifPresent(section -> links.read(Level.SYSTEM, section, join));
        sip.ifPresent(section -> links.read(Level.SIP, section, Optional.of(SipJoin.SWITCH)));
        cube.ifPresent(section -> links.read(Level.CUBE, section, Optional.of(SipJoin.SWITCH)));
        system.ifPresent(section -> components.read(Level.SYSTEM, section));
        sip.ifPresent(section -> components.read(Level.SIP, section));
        cube.ifPresent(section -> components.read(Level.CUBE, section));
        pe.ifPresent(section -> components.read(Level.PE, section));
        Optional<SipWires> wires = sips.flatMap(section ->
                sipGrid.flatMap(grid -> join.map(joined -> new WireReader(problems, grid.value(), joined)
                        .read(
                                section,
                                links.systemSection(),
                                Optional.ofNullable(links.found().get(LinkKind.SIP_SIP))))));
        fabric.ifPresent(spec -> checkChunk(spec, wires));
        EnergySpec energy = file.map("energy")
                .optional()
                .map(section -> new EnergyReader(problems).read(section, links.found()))
                .orElse(EnergySpec.NONE);
        Optional<SpeedReader.Counts3> counts =
                sipGrid.flatMap(grid -> cubeMesh.flatMap(mesh -> peLayout.map(layout -> new SpeedReader.Counts3(
                        grid.value().count(),
                        mesh.value().count(),
                        layout.value().count()))));
        Speeds speeds = new SpeedReader(problems).read(file, counts);
        file.finish();
        reportMissingSections(document);

        if (problems.errorCount() > errors) {
            return Optional.empty();
        }
        return Optional.of(new Topology(
                name,
                sipGrid.orElseThrow().value(),
                join.orElseThrow(),
                cubeMesh.orElseThrow().value(),
                ioCubes.orElseThrow(),
                peLayout.orElseThrow().value(),
                compositeTile.orElseThrow(),
                memoryMap.orElseThrow(),
                fabric.orElseThrow(),
                widths.orElseThrow(),
                wires.orElseThrow(),
                links.found(),
                components.found(),
                energy,
                speeds));
    }

    private Optional<MapReader> section(MapReader file, String name) {
        Field<MapReader> field = file.map(name);
        if (!field.isWritten()) {
            missingSections.add("`" + name + "`");
        }
        return field.optional();
    }

    /// One diagnostic for all of them: mostly what is missing is the line that says which preset the rest comes
    /// from.
    private void reportMissingSections(YamlMap document) {
        if (!missingSections.isEmpty()) {
            SourceFile source = document.span().source();
            Span firstLine = new Span(source, 0, source.lineText(1).length());
            String message = "the file has no " + String.join(", ", missingSections);
            String hint = "begin with `extends: " + Presets.DEFAULT + "` to write only what differs";
            TopologyCode.MISSING_SECTION.report(problems, firstLine, message, hint);
        }
    }

    private void checkChunk(FabricSpec fabric, Optional<SipWires> wires) {
        links.checkChunk(fabric.chunkBytes());
        wires.ifPresent(all -> all.different()
                .forEach(link -> TransferTime.check(
                        link.spec().bandwidth(),
                        fabric.chunkBytes(),
                        "link between SIPs " + link.ends(),
                        Span.none(),
                        problems)));
        components.found().forEach((kind, component) -> {
            String what = "`" + kind.text() + "`";
            if (component.model() instanceof DmaModel dma) {
                TransferTime.check(dma.bandwidth(), fabric.chunkBytes(), what, components.span(kind), problems);
            } else if (component.model() instanceof MemoryModel tcm) {
                TransferTime.check(tcm.bandwidth(), fabric.chunkBytes(), what, components.span(kind), problems);
            }
        });
    }
}
