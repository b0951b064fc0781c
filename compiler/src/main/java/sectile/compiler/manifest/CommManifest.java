package sectile.compiler.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.symbol.DataType;

/// The groups of devices of a program and the windows they share: version 2 of the manifest.
public record CommManifest(List<Group> groups, Span span) {
    /// Where it lies in the directory of a compiled program.
    public static final String FILE = "orchestration/comm_manifest.json";

    static final long VERSION = 2;

    /// Devices that communicate.
    ///
    /// @param devices in ascending order; none means all devices of the run
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
        var configs = new LinkedHashMap<Integer, List<Bootstrap>>();
        devices.forEach(device -> configs.put(device, new ArrayList<>()));
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            List<Integer> members = group.devices.isEmpty() ? devices : group.devices;
            List<Bootstrap.Buffer> buffers = buffers(group);
            long total = buffers.stream().mapToLong(Bootstrap.Buffer::nbytes).sum();
            for (int rank = 0; rank < members.size(); rank++) {
                List<Bootstrap> of = configs.get(members.get(rank));
                if (of == null) {
                    throw new DiagnosticException(Diagnostic.error(
                                    CompilerCode.MISSING_DEVICE,
                                    group.span,
                                    "group " + i + " needs device " + members.get(rank) + ", the run has devices "
                                            + devices)
                            .hint("run with more devices"));
                }
                of.add(new Bootstrap(i, rank, members.size(), total, buffers));
            }
        }
        return configs;
    }

    private static List<Bootstrap.Buffer> buffers(Group group) {
        var buffers = new ArrayList<Bootstrap.Buffer>();
        long offset = 0;
        for (Slot slot : group.slots) {
            buffers.add(new Bootstrap.Buffer(
                    slot.name,
                    slot.dtype.name(),
                    slot.size,
                    offset,
                    slot.nbytes(),
                    slot.loadFromHost,
                    slot.storeToHost));
            offset = Math.addExact(offset, slot.nbytes());
        }
        return buffers;
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
