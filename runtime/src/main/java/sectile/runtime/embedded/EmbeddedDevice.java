package sectile.runtime.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.ir.Program;
import sectile.runtime.device.HostBuffers;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.CCompiler;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeBuild;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.Programs;
import sectile.runtime.problem.RunCode;
import sectile.runtime.process.ProcessProgram;

/// A board that QEMU emulates. Every run is a process of its own; nothing stays on the board, so it has no memory for
/// arrays.
public final class EmbeddedDevice implements ProgramDevice {
    private final DeviceId id;
    private final Board board;
    private final HostOptions options;
    private final Path emulator;
    private final NativeCache cache;
    private final boolean hostBuffers;
    private final List<LoadedProgram> loaded = new ArrayList<>();
    private boolean closed;

    private EmbeddedDevice(
            DeviceId id, Board board, HostOptions options, Path emulator, CCompiler compiler, boolean hostBuffers) {
        this.hostBuffers = hostBuffers;
        this.id = id;
        this.board = board;
        this.options = options;
        this.emulator = emulator;
        this.cache = new NativeCache(
                options.cache(),
                board.hasSystem()
                        ? NativeBuild.executable(compiler, board.flags(), board.linkFlags())
                        : NativeBuild.image(compiler, board.flags(), board.linkFlags()));
    }

    /// A board of a number; several may be open at the same time.
    ///
    /// @throws MissingException RUN-342 when the cross compiler or QEMU is missing
    public static EmbeddedDevice open(Board board, int index, HostOptions options) {
        return open(board, index, options, false);
    }

    /// The same for programs whose arrays should be on the device.
    ///
    /// @param hostBuffers whether such arrays may be buffers of the host; otherwise they are RUN-202
    public static EmbeddedDevice open(Board board, int index, HostOptions options, boolean hostBuffers) {
        Path emulator = find(board, options, board.emulator());
        CCompiler compiler =
                CCompiler.of(find(board, options, board.compiler()), options.environment(), options.compileLimit());
        return new EmbeddedDevice(new DeviceId(board.text(), index), board, options, emulator, compiler, hostBuffers);
    }

    private static Path find(Board board, HostOptions options, String program) {
        return Programs.find(options.environment(), program)
                .orElseThrow(() -> new MissingException(Diagnostic.error(
                                RunCode.NO_BOARD_TOOLS,
                                Span.none(),
                                "the board " + board.text() + " needs " + program + ", which is not on the PATH")
                        .hint("Debian: apt-get install " + String.join(" ", board.packages()))));
    }

    @Override
    public DeviceId id() {
        return id;
    }

    @Override
    public String architecture() {
        return board == Board.AARCH64 ? "aarch64" : "riscv64";
    }

    @Override
    public String description() {
        return "an emulated board"
                + (board.hasSystem() ? "" : " without an operating system")
                + ": " + emulator + ", " + board.compiler();
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.empty();
    }

    @Override
    public LoadedProgram load(Program program) {
        if (closed) {
            throw new IllegalStateException(id + " is closed");
        }
        var result = new ProcessProgram(
                program,
                cache,
                options,
                (executable, input, output, ranks) -> board.command(emulator, executable, input, output));
        loaded.add(result);
        return new HostBuffers(id, program, result, hostBuffers);
    }

    @Override
    public void close() {
        closed = true;
        loaded.forEach(LoadedProgram::close);
    }
}
