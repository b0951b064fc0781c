package sectile.compiler.manifest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;
import sectile.compiler.problem.CompilerCode;
import sectile.interp.value.Bootstrap;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Origin;
import sectile.ir.symbol.DataType;

/// The groups of devices of a program and the windows they share: version 2 of the manifest.
public record CommManifest(List<Group> groups, Span span) {
    /// Where it lies in the directory of a compiled program.
    public static final String FILE = "orchestration/comm_manifest.json";

    static final long VERSION = 2;

    /// Devices that communicate.
    ///
    /// @param devices by rank; none means all devices of the run
    public record Group(List<Integer> devices, List<Slot> slots, Span span) {
        public Group {
            devices = List.copyOf(devices);
            slots = List.copyOf(slots);
        }
    }

    /// Memory on every device of a group.
    ///
    /// @param size in elements
    public record Slot(String name, DataType dtype, long size, boolean loadFromHost, boolean storeToHost) {
        /// Bytes on each device; elements below a byte are packed.
        public long nbytes() {
            return Math.addExact(Math.multiplyExact(size, dtype.bits()), 7) / 8;
        }
    }

    public CommManifest {
        groups = List.copyOf(groups);
    }

    /// The manifest of a program; empty if it has no groups.
    ///
    /// @throws DiagnosticException when the size of a window is not constant
    public static Optional<CommManifest> of(Program program) {
        if (program.commGroups().isEmpty()) {
            return Optional.empty();
        }
        List<Group> groups = new ArrayList<>();
        for (CommGroup group : program.commGroups()) {
            groups.add(new Group(
                    group.devices(),
                    group.slots().stream().map(CommManifest::slot).toList(),
                    Span.none()));
        }
        return Optional.of(new CommManifest(groups, Span.none()));
    }

    private static Slot slot(WindowBuffer buffer) {
        OptionalLong size = Dims.constant(buffer.size());
        if (size.isEmpty()) {
            throw new DiagnosticException(Diagnostic.error(
                            CompilerCode.WINDOW_NOT_CONSTANT,
                            buffer.origin().span(),
                            "the size of the window `" + buffer.name() + "` is not constant: " + buffer.size())
                    .hint("a manifest says before the run how much memory each device reserves"));
        }
        return new Slot(buffer.name(), buffer.dtype(), size.getAsLong(), buffer.loadFromHost(), buffer.storeToHost());
    }

    /// Reads a manifest.
    ///
    /// @throws DiagnosticException when it is not one, of another version or damaged
    public static CommManifest parse(SourceFile source) {
        return new ManifestReader(source).read();
    }

    /// As JSON: keys in order, indented by two spaces, with a newline at the end.
    public String toJson() {
        var text = new StringBuilder();
        try (var json = JsonWriter.pretty(text)) {
            json.beginObject().name("comm_groups").beginArray();
            for (Group group : groups) {
                json.beginObject().name("devices").beginArray();
                group.devices.forEach(json::value);
                json.endArray().name("slots").beginArray();
                for (Slot slot : group.slots) {
                    json.beginObject()
                            .member("bits_per_element", slot.dtype.bits())
                            .member("dtype", slot.dtype.name())
                            .member("load_from_host", slot.loadFromHost)
                            .member("name", slot.name)
                            .member("size", slot.size)
                            .member("store_to_host", slot.storeToHost)
                            .endObject();
                }
                json.endArray().endObject();
            }
            json.endArray().member("version", VERSION).endObject();
        }
        return text.toString();
    }

    /// For every device of a run, what it sets up: one entry for each group it belongs to, none for a device that
    /// belongs to no group.
    ///
    /// @throws DiagnosticException when a group has a device that the run has not
    public SequencedMap<Integer, List<Bootstrap>> bootstrap(List<Integer> devices) {
        Set<Integer> present = Set.copyOf(devices);
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            for (int device : group.devices) {
                if (!present.contains(device)) {
                    throw new DiagnosticException(Diagnostic.error(
                                    CompilerCode.MISSING_DEVICE,
                                    group.span,
                                    "group " + i + " needs device " + device + ", the run has devices " + devices)
                            .hint("run with more devices"));
                }
            }
        }
        return Bootstrap.of(commGroups(), devices);
    }

    /// The groups as a program has them, from which every executor sets up its devices.
    public List<CommGroup> commGroups() {
        return groups.stream()
                .map(group -> new CommGroup(
                        group.devices,
                        group.slots.stream()
                                .map(slot -> new WindowBuffer(
                                        slot.name,
                                        ConstInt.index(slot.size),
                                        slot.dtype,
                                        slot.loadFromHost,
                                        slot.storeToHost,
                                        Origin.of(group.span)))
                                .toList()))
                .toList();
    }

    /// Checks, before anything is launched, that a manifest is present if the program needs contexts.
    ///
    /// @throws DiagnosticException when an entry function dispatches windows and there is no manifest
    public static void require(Program program, Function entry, Optional<CommManifest> manifest) {
        if (manifest.isEmpty() && needsContexts(program, entry, new LinkedHashSet<>())) {
            throw new DiagnosticException(Diagnostic.error(
                            CompilerCode.MISSING_MANIFEST,
                            entry.origin().span(),
                            "`" + entry.name() + "` needs communication contexts, but there is no " + FILE)
                    .hint("compile the program again; a directory is only complete with its manifest"));
        }
    }

    private static boolean needsContexts(Program program, Function function, Set<String> seen) {
        if (!seen.add(function.name())) {
            return false;
        }
        for (Param param : function.params()) {
            if (!function.isHost() && param.type() instanceof DistributedTensorType) {
                return true;
            }
        }
        return sectile.compiler.comm.CallSite.of(function).stream()
                .flatMap(site -> program.find(site.callee()).stream())
                .anyMatch(callee -> needsContexts(program, callee, seen));
    }
}
