package sectile.runtime.embedded;

import java.nio.file.Path;
import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.CCompiler;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeBuild;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.Programs;
import sectile.runtime.problem.RunCode;
import sectile.runtime.process.ProcessDevice;

/// A board that QEMU emulates. Every run is a process of its own.
public final class EmbeddedDevice extends ProcessDevice {
    private final Board board;
    private final Path emulator;

    private EmbeddedDevice(
            DeviceId id,
            Board board,
            HostOptions options,
            Optional<Path> guard,
            Path emulator,
            CCompiler compiler,
            boolean hostBuffers) {
        super(
                id,
                options,
                new NativeCache(
                        options.cache(),
                        board.hasSystem()
                                ? NativeBuild.executable(compiler, board.flags(), board.linkFlags())
                                : NativeBuild.image(compiler, board.flags(), board.linkFlags())),
                (executable, input, output, ranks) -> board.command(guard, emulator, executable, input, output),
                hostBuffers);
        this.board = board;
        this.emulator = emulator;
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
        CCompiler compiler = CCompiler.of(find(board, options, board.compiler()), options);
        Optional<Path> guard = board.guard().map(program -> find(board, options, program));
        return new EmbeddedDevice(
                new DeviceId(board.text(), index), board, options, guard, emulator, compiler, hostBuffers);
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
    public String architecture() {
        return board == Board.AARCH64 ? "aarch64" : "riscv64";
    }

    @Override
    public String description() {
        return "an emulated board"
                + (board.hasSystem() ? "" : " without an operating system")
                + ": " + emulator + ", " + board.compiler();
    }
}
