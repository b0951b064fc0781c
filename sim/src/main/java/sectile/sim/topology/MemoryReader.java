package sectile.sim.topology;

import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.sim.component.Quantities;

/// Reads the widths of addresses and the sizes of memories, and checks that the one reaches the other.
final class MemoryReader {
    private final Diagnostics problems;

    MemoryReader(Diagnostics problems) {
        this.problems = problems;
    }

    Optional<AddressSpec> address(MapReader section, Optional<Placed<SipGrid>> sips, Optional<Placed<CubeMesh>> cubes) {
        int errors = problems.errorCount();
        Field<Integer> rack = bits(section, "rack_bits", 0);
        Field<Integer> sip = bits(section, "sip_bits", 0);
        Field<Integer> cube = bits(section, "cube_bits", 0);
        // One bit selects the window, so there must be at least one more to be a window.
        Field<Integer> local = bits(section, "local_bits", 2);
        int total = rack.required(0) + sip.required(0) + cube.required(0) + local.required(2);
        if (problems.errorCount() == errors && total > AddressSpec.MAX_BITS) {
            String message = "an address of " + total + " bits is wider than " + AddressSpec.MAX_BITS;
            TopologyCode.ADDRESS_TOO_WIDE.report(
                    problems, section.span(), message, "take " + (total - AddressSpec.MAX_BITS) + " bits away");
        }
        if (problems.errorCount() > errors) {
            return Optional.empty();
        }
        var spec = new AddressSpec(rack.or(0), sip.or(0), cube.or(0), local.or(2));
        sips.ifPresent(grid -> checkSips(spec, grid, rack));
        cubes.ifPresent(mesh -> {
            int needed = AddressSpec.bitsFor(mesh.value().count());
            if (needed > spec.cubeBits()) {
                tooNarrow(cube, mesh.span(), "cube_bits", needed, mesh.value().count() + " cubes", "");
            }
        });
        return Optional.of(spec);
    }

    /// SIPs that do not fit in a rack go to the next one, so the rack field is the one that runs out.
    private void checkSips(AddressSpec spec, Placed<SipGrid> grid, Field<Integer> rack) {
        int sips = grid.value().count();
        int needed = AddressSpec.bitsFor(sips);
        if (needed <= spec.rackBits() + spec.sipBits()) {
            return;
        }
        int sipsPerRack = 1 << spec.sipBits();
        int racks = Math.ceilDiv(sips, sipsPerRack);
        String what = sips + " SIPs in racks of " + sipsPerRack + " fill " + racks + " racks and";
        String alternative = ", or `sip_bits` to " + (needed - spec.rackBits());
        tooNarrow(rack, grid.span(), "rack_bits", AddressSpec.bitsFor(racks), what, alternative);
    }

    private void tooNarrow(Field<Integer> field, Span cause, String name, int needed, String what, String alternative) {
        String message = what + " need `" + name + "` of at least " + needed + ", found " + field.or(0);
        String hint = "raise `" + name + "` to " + needed + alternative;
        TopologyCode.ADDRESS_TOO_NARROW.report(problems, Presets.blamed(field.span(), cause), message, hint);
    }

    private static Field<Integer> bits(MapReader section, String key, int min) {
        return section.read(key, Counts.between(min, AddressSpec.MAX_BITS, TopologyCode.ADDRESS_FIELD, "bits"));
    }

    Optional<MemoryMap> memoryMap(MapReader cube, Optional<AddressSpec> address, Optional<Placed<PeLayout>> peLayout) {
        int errors = problems.errorCount();
        Optional<MapReader> found = cube.map("memory_map").required();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        MapReader map = found.get();
        Field<Long> hbm = size(map, "hbm");
        Field<Long> sram = size(map, "sram");
        Field<Long> tcm = size(map, "tcm");
        Field<Long> reserved = size(map, "tcm_reserved");
        notEmpty(hbm, "hbm");
        notEmpty(tcm, "tcm");
        if (tcm.or(0L) > 0 && reserved.optional().isPresent() && reserved.or(0L) >= tcm.or(0L)) {
            String message = "`tcm_reserved` of " + Quantities.sizeText(reserved.or(0L))
                    + " leaves nothing of a TCM of " + Quantities.sizeText(tcm.or(0L));
            TopologyCode.TCM_RESERVED.report(
                    problems, Presets.blamed(reserved.span(), tcm.span()), message, "use less than `tcm`");
        }
        if (problems.errorCount() > errors) {
            return Optional.empty();
        }
        var sizes = new MemoryMap(hbm.or(0L), sram.or(0L), tcm.or(0L), reserved.or(0L));
        address.ifPresent(widths -> checkHbm(sizes, widths, hbm));
        peLayout.ifPresent(layout -> {
            checkSlices(sizes, layout.value().count(), Presets.blamed(hbm.span(), layout.span()));
            address.ifPresent(widths ->
                    checkResources(sizes, layout.value().count(), widths, Presets.blamed(tcm.span(), layout.span())));
        });
        return Optional.of(sizes);
    }

    private void checkHbm(MemoryMap sizes, AddressSpec address, Field<Long> hbm) {
        if (sizes.hbm() > address.windowBytes()) {
            String message = "`hbm` of " + Quantities.sizeText(sizes.hbm()) + " is larger than its window of "
                    + Quantities.sizeText(address.windowBytes());
            int needed = AddressSpec.bitsFor(sizes.hbm()) + 1;
            TopologyCode.HBM_WINDOW.report(problems, hbm.span(), message, "raise `address.local_bits` to " + needed);
        }
    }

    private void checkSlices(MemoryMap sizes, int pes, Span span) {
        if (sizes.hbm() % pes != 0) {
            String message = Quantities.sizeText(sizes.hbm()) + " of HBM cannot be cut into " + pes
                    + " equal slices, one per PE";
            TopologyCode.HBM_SLICES.report(problems, span, message, "use a multiple of " + pes + " bytes");
        }
    }

    private void checkResources(MemoryMap sizes, int pes, AddressSpec address, Span span) {
        double needed = (double) sizes.tcm() * pes + sizes.sram();
        if (needed > address.windowBytes()) {
            String message = pes + " TCMs of " + Quantities.sizeText(sizes.tcm()) + " and "
                    + Quantities.sizeText(sizes.sram()) + " of SRAM do not fit in a window of "
                    + Quantities.sizeText(address.windowBytes());
            TopologyCode.RESOURCE_WINDOW.report(problems, span, message, "raise `address.local_bits`");
        }
    }

    private void notEmpty(Field<Long> field, String key) {
        field.required().filter(bytes -> bytes == 0).ifPresent(bytes -> {
            TopologyCode.EMPTY_MEMORY.report(problems, field.span(), "`" + key + "` is empty", "use at least 1 byte");
        });
    }

    private Field<Long> size(MapReader map, String key) {
        return map.read(key, QuantityTypes.size());
    }
}
