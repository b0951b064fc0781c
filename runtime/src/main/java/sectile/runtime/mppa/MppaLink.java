package sectile.runtime.mppa;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Programs;
import sectile.runtime.problem.RunCode;

/// The program that runs on the accelerator, and the pipes to it. Requests are those of `sx_link.h`; the host's library
/// sends them.
final class MppaLink implements AutoCloseable {
    /// What the accelerator is asked for, in the order of `sx_link.h`.
    enum Request {
        ALLOCATE,
        FREE,
        WRITE,
        READ,
        ZERO,
        LOAD,
        UNLOAD,
        BEGIN,
        COLLECT,
        END,
        STOP,
        COUNT,
        COUNTED
    }

    /// The accelerator did as it was asked.
    static final long DONE = 0;
    static final long NO_MEMORY = 1;
    private static final long TOO_LONG = -2;
    private static final long ENDED = -1;
    /// `struct sx_device` of `sx_host.h`.
    private static final long LIMIT_AT = 8;

    private static final long BROKEN_AT = 16;
    private static final long LINK_BYTES = 24;
    private static final int MESSAGE_BYTES = 4096;
    private static final int PIPE_ENDS = 4;

    private final Arena arena = Arena.ofShared();
    private final Duration limit;
    private final MethodHandle call;
    private final MethodHandle closeEnd;
    private final MemorySegment link;
    private final Programs.Running program;
    private boolean closed;

    private MppaLink(
            Path library,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            HostOptions options,
            Duration limit) {
        this.limit = limit;
        SymbolLookup symbols = load(library, arena);
        this.call = function(
                symbols,
                "sx_link_call",
                FunctionDescriptor.of(
                        JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG,
                        ADDRESS));
        this.closeEnd = function(symbols, "sx_link_close", FunctionDescriptor.ofVoid(JAVA_INT));
        this.link = arena.allocate(LINK_BYTES, Long.BYTES);
        MemorySegment ends = arena.allocate(MemoryLayout.sequenceLayout(PIPE_ENDS, JAVA_INT));
        openPipes(symbols, ends);
        link.set(JAVA_INT, 0, ends.getAtIndex(JAVA_INT, 1));
        link.set(JAVA_INT, Integer.BYTES, ends.getAtIndex(JAVA_INT, 2));
        link.set(JAVA_LONG, LIMIT_AT, limit.toMillis());
        int input = ends.getAtIndex(JAVA_INT, 0);
        int output = ends.getAtIndex(JAVA_INT, PIPE_ENDS - 1);
        try {
            this.program = Programs.start(options, command, directory, environment, opened(input), opened(output));
        } catch (RuntimeException | Error e) {
            closeOwnEnds();
            throw e;
        } finally {
            // The other program has these ends now; what is left of them here would hide its end.
            closePipe(input);
            closePipe(output);
        }
    }

    /// Starts the program of the accelerator.
    ///
    /// @param library of the host
    /// @param limit how long a request may take
    static MppaLink start(
            Path library,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            HostOptions options,
            Duration limit) {
        return new MppaLink(library, command, directory, environment, options, limit);
    }

    private static Path opened(int end) {
        return Path.of("/proc/self/fd", Integer.toString(end));
    }

    @SuppressWarnings("restricted") // native code is what this class is for
    private static SymbolLookup load(Path library, Arena arena) {
        return SymbolLookup.libraryLookup(library, arena);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(SymbolLookup symbols, String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type);
    }

    private static void openPipes(SymbolLookup symbols, MemorySegment ends) {
        MethodHandle open = function(symbols, "sx_link_pipes", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        int error;
        try {
            error = (int) open.invokeExact(ends);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (error != 0) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.NOT_STARTED,
                    Span.none(),
                    "no pipe to the program of the accelerator could be opened (error " + error + ")"));
        }
    }

    private void closePipe(int end) {
        try {
            closeEnd.invokeExact(end);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void closeOwnEnds() {
        closePipe(link.get(JAVA_INT, 0));
        closePipe(link.get(JAVA_INT, Integer.BYTES));
    }

    /// What native code knows about the accelerator.
    MemorySegment device() {
        return link;
    }

    /// Whether the accelerator does not answer any more.
    boolean isBroken() {
        return closed || link.get(JAVA_INT, BROKEN_AT) != 0;
    }

    /// The answer to a request.
    ///
    /// @param status [#DONE], or why not
    record Answer(long status, long value, String message) {}

    /// Sends a request and waits for the answer.
    ///
    /// @param body what the request carries
    /// @param into where the bytes go that the answer carries
    Answer ask(Request request, long a, long b, MemorySegment body, MemorySegment into) {
        try (Arena local = Arena.ofConfined()) {
            MemorySegment sent =
                    body.isNative() ? body : local.allocate(body.byteSize()).copyFrom(body);
            boolean direct = into.isNative() && into.byteSize() > 0;
            MemorySegment got = direct ? into : local.allocate(Math.max(into.byteSize(), MESSAGE_BYTES));
            MemorySegment out = local.allocate(JAVA_LONG, 2);
            long status = send(request, a, b, sent, got, out);
            if (status == ENDED || status == TOO_LONG) {
                throw new DiagnosticException(gone());
            }
            long bytes = out.getAtIndex(JAVA_LONG, 1);
            if (!direct && into.byteSize() > 0) {
                MemorySegment.copy(got, 0, into, 0, Math.min(bytes, into.byteSize()));
            }
            byte[] text = new byte[(int) Math.min(bytes, MESSAGE_BYTES)];
            MemorySegment.copy(got, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, text, 0, text.length);
            return new Answer(
                    status,
                    out.getAtIndex(JAVA_LONG, 0),
                    into.byteSize() > 0 ? "" : new String(text, StandardCharsets.UTF_8));
        }
    }

    private long send(Request request, long a, long b, MemorySegment body, MemorySegment into, MemorySegment out) {
        if (closed) {
            throw new IllegalStateException("the link to the accelerator is closed");
        }
        try {
            return (long) call.invokeExact(
                    link, (long) request.ordinal(), a, b, body, body.byteSize(), into, into.byteSize(), out);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// The same for a request that carries nothing.
    Answer ask(Request request, long a, long b) {
        return ask(request, a, b, MemorySegment.NULL, MemorySegment.NULL);
    }

    /// Why the accelerator does not answer any more.
    Diagnostic gone() {
        if (link.get(JAVA_INT, BROKEN_AT) == 2) {
            program.kill();
            return Diagnostic.error(
                    RunCode.TIMED_OUT,
                    Span.none(),
                    "the program of the accelerator did not answer within " + limit.toMillis()
                            + " ms and was killed\ncommand: " + program.shown());
        }
        Programs.Ended ended = program.ended();
        return Diagnostic.error(
                        RunCode.MPPA_GONE,
                        Span.none(),
                        "the program of the accelerator " + ended.how() + ", and all arrays on it are gone\ncommand: "
                                + program.shown()
                                + (ended.output().isEmpty() ? "" : "\n" + ended.output()))
                .hint("open the device again");
    }

    /// Closes the pipes, so that the program ends; kills it if it does not.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closeOwnEnds();
            program.close();
            arena.close();
        }
    }
}
