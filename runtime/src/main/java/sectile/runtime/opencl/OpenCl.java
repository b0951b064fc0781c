package sectile.runtime.opencl;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.runtime.device.MissingException;
import sectile.runtime.problem.RunCode;

/// The OpenCL library of the system. Handles of OpenCL are addresses.
public final class OpenCl {
    private static final List<String> NAMES = List.of("libOpenCL.so.1", "libOpenCL.so");
    private static final long ALL_DEVICES = 0xFFFFFFFFL;
    private static final int PLATFORM_NAME = 0x0902;
    private static final int DEVICE_COMPUTE_UNITS = 0x1002;
    private static final int DEVICE_MEMORY = 0x101F;
    private static final int DEVICE_LARGEST_BUFFER = 0x1010;
    private static final int DEVICE_NAME = 0x102B;
    private static final int DEVICE_VERSION = 0x102F;
    private static final int DEVICE_DOUBLES = 0x1032;
    private static final int BUILD_LOG = 0x1183;

    private final SymbolLookup symbols;
    private final PoclCache cache;
    private final boolean owns;
    private final Map<String, MethodHandle> functions = new HashMap<>();

    /// @param owns whether no other program uses the cache
    private OpenCl(SymbolLookup symbols, PoclCache cache, boolean owns) {
        this.symbols = symbols;
        this.cache = cache;
        this.owns = owns;
    }

    /// The library, once per process; it stays loaded.
    ///
    /// @param environment variables whose names begin with `POCL_` or `OCL_` are handed to the library
    /// @param cache where PoCL keeps compiled kernels, unless `POCL_CACHE_DIR` says otherwise
    /// @throws MissingException RUN-330 when there is none
    public static OpenCl load(Map<String, String> environment, Path cache) {
        var variables = new HashMap<String, String>();
        String own = cache.toAbsolutePath().toString();
        variables.put("POCL_CACHE_DIR", own);
        environment.forEach((name, value) -> {
            if (name.startsWith("POCL_") || name.startsWith("OCL_")) {
                variables.put(name, value);
            }
        });
        variables.forEach(OpenCl::setVariable);
        for (String name : NAMES) {
            Optional<SymbolLookup> found = lookup(name);
            if (found.isPresent()) {
                String chosen = variables.get("POCL_CACHE_DIR");
                return new OpenCl(found.get(), new PoclCache(Path.of(chosen)), chosen.equals(own));
            }
        }
        throw new MissingException(Diagnostic.error(
                        RunCode.NO_OPENCL, Span.none(), "there is no OpenCL library: " + String.join(" or ", NAMES))
                .hint("install one and a driver (Debian: apt-get install ocl-icd-libopencl1 pocl-opencl-icd)"));
    }

    @SuppressWarnings("restricted") // native code is what this class is for
    private static Optional<SymbolLookup> lookup(String name) {
        try {
            return Optional.of(SymbolLookup.libraryLookup(name, Arena.global()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// Native libraries read the environment of the process, which Java cannot change.
    @SuppressWarnings("restricted")
    private static void setVariable(String name, String value) {
        Linker linker = Linker.nativeLinker();
        MethodHandle set = linker.downcallHandle(
                linker.defaultLookup().find("setenv").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int status = (int) set.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 1);
            if (status != 0) {
                throw new IllegalStateException("setenv failed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// A device that is there.
    ///
    /// @param doubles whether it computes with 64-bit floating point
    public record Found(
            long handle,
            String platform,
            String name,
            String version,
            int units,
            long memory,
            long largest,
            boolean doubles) {}

    /// All devices of all platforms, in their order.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-312 when the cache of kernels cannot be written
    public List<Found> devices() {
        cache.requireWritable();
        if (owns) {
            cache.clean();
        }
        var found = new ArrayList<Found>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            int status = integer("clGetPlatformIDs", 0, MemorySegment.NULL, count);
            int platforms = status == 0 ? count.get(JAVA_INT, 0) : 0;
            MemorySegment ids = arena.allocate(ADDRESS, Math.max(1, platforms));
            if (platforms > 0) {
                check("clGetPlatformIDs", integer("clGetPlatformIDs", platforms, ids, MemorySegment.NULL));
            }
            for (int i = 0; i < platforms; i++) {
                devices(arena, ids.getAtIndex(ADDRESS, i), found);
            }
        }
        return found;
    }

    private void devices(Arena arena, MemorySegment platform, List<Found> found) {
        MemorySegment count = arena.allocate(JAVA_INT);
        int status = integer("clGetDeviceIDs", platform, ALL_DEVICES, 0, MemorySegment.NULL, count);
        int devices = status == 0 ? count.get(JAVA_INT, 0) : 0;
        MemorySegment ids = arena.allocate(ADDRESS, Math.max(1, devices));
        if (devices > 0) {
            check("clGetDeviceIDs", integer("clGetDeviceIDs", platform, ALL_DEVICES, devices, ids, MemorySegment.NULL));
        }
        String name = text(arena, "clGetPlatformInfo", platform, PLATFORM_NAME);
        for (int i = 0; i < devices; i++) {
            MemorySegment device = ids.getAtIndex(ADDRESS, i);
            found.add(new Found(
                    device.address(),
                    name,
                    text(arena, "clGetDeviceInfo", device, DEVICE_NAME),
                    text(arena, "clGetDeviceInfo", device, DEVICE_VERSION),
                    (int) number(arena, device, DEVICE_COMPUTE_UNITS),
                    number(arena, device, DEVICE_MEMORY),
                    number(arena, device, DEVICE_LARGEST_BUFFER),
                    number(arena, device, DEVICE_DOUBLES) != 0));
        }
    }

    private String text(Arena arena, String function, MemorySegment object, int what) {
        MemorySegment bytes = arena.allocate(JAVA_LONG);
        check(function, integer(function, object, what, 0L, MemorySegment.NULL, bytes));
        MemorySegment text = arena.allocate(bytes.get(JAVA_LONG, 0) + 1);
        check(function, integer(function, object, what, bytes.get(JAVA_LONG, 0), text, MemorySegment.NULL));
        return text.getString(0).strip();
    }

    private long number(Arena arena, MemorySegment device, int what) {
        MemorySegment value = arena.allocate(JAVA_LONG);
        int status = integer("clGetDeviceInfo", device, what, 8L, value, MemorySegment.NULL);
        return status == 0 ? value.get(JAVA_LONG, 0) : 0;
    }

    MemorySegment createContext(long device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment devices = arena.allocateFrom(ADDRESS, MemorySegment.ofAddress(device));
            MemorySegment status = arena.allocate(JAVA_INT);
            return made(
                    "clCreateContext",
                    status,
                    MemorySegment.NULL,
                    1,
                    devices,
                    MemorySegment.NULL,
                    MemorySegment.NULL,
                    status);
        }
    }

    MemorySegment createQueue(MemorySegment context, long device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            return made("clCreateCommandQueue", status, context, MemorySegment.ofAddress(device), 0L, status);
        }
    }

    /// Compiles kernels.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-333 with what the compiler wrote
    MemorySegment build(MemorySegment context, long device, String source, String options) {
        cache.requireRoom();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(source);
            MemorySegment texts = arena.allocateFrom(ADDRESS, text);
            MemorySegment status = arena.allocate(JAVA_INT);
            MemorySegment program =
                    made("clCreateProgramWithSource", status, context, 1, texts, MemorySegment.NULL, status);
            MemorySegment devices = arena.allocateFrom(ADDRESS, MemorySegment.ofAddress(device));
            int built = integer(
                    "clBuildProgram",
                    program,
                    1,
                    devices,
                    arena.allocateFrom(options),
                    MemorySegment.NULL,
                    MemorySegment.NULL);
            if (built != 0) {
                String log = log(arena, program, MemorySegment.ofAddress(device));
                release("clReleaseProgram", program);
                throw new sectile.base.diag.DiagnosticException(Diagnostic.error(
                        RunCode.OPENCL_COMPILER,
                        Span.none(),
                        "the OpenCL compiler failed with error " + built + "\n" + log));
            }
            return program;
        }
    }

    private String log(Arena arena, MemorySegment program, MemorySegment device) {
        MemorySegment bytes = arena.allocate(JAVA_LONG);
        integer("clGetProgramBuildInfo", program, device, BUILD_LOG, 0L, MemorySegment.NULL, bytes);
        MemorySegment text = arena.allocate(bytes.get(JAVA_LONG, 0) + 1);
        integer("clGetProgramBuildInfo", program, device, BUILD_LOG, bytes.get(JAVA_LONG, 0), text, MemorySegment.NULL);
        byte[] all = text.getString(0).strip().getBytes(StandardCharsets.UTF_8);
        return new String(all, 0, Math.min(all.length, 2000), StandardCharsets.UTF_8);
    }

    MemorySegment createKernel(MemorySegment program, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            return made("clCreateKernel", status, program, arena.allocateFrom(name), status);
        }
    }

    MemorySegment createBuffer(MemorySegment context, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            return made("clCreateBuffer", status, context, 1L, Math.max(1, bytes), MemorySegment.NULL, status);
        }
    }

    /// Fills a segment off the heap with bytes of a buffer.
    void read(MemorySegment queue, MemorySegment buffer, long offset, MemorySegment target) {
        check(
                "clEnqueueReadBuffer",
                integer(
                        "clEnqueueReadBuffer",
                        queue,
                        buffer,
                        1,
                        offset,
                        target.byteSize(),
                        target,
                        0,
                        MemorySegment.NULL,
                        MemorySegment.NULL));
    }

    /// Copies a segment off the heap to a buffer.
    void write(MemorySegment queue, MemorySegment buffer, long offset, MemorySegment source) {
        check(
                "clEnqueueWriteBuffer",
                integer(
                        "clEnqueueWriteBuffer",
                        queue,
                        buffer,
                        1,
                        offset,
                        source.byteSize(),
                        source,
                        0,
                        MemorySegment.NULL,
                        MemorySegment.NULL));
    }

    void zero(MemorySegment queue, MemorySegment buffer, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pattern = arena.allocate(1);
            check(
                    "clEnqueueFillBuffer",
                    integer(
                            "clEnqueueFillBuffer",
                            queue,
                            buffer,
                            pattern,
                            1L,
                            0L,
                            bytes,
                            0,
                            MemorySegment.NULL,
                            MemorySegment.NULL));
            finish(queue);
        }
    }

    void finish(MemorySegment queue) {
        check("clFinish", integer("clFinish", queue));
    }

    void release(String function, MemorySegment object) {
        integer(function, object);
    }

    /// Where a function of the library is, for native code that calls it.
    MemorySegment address(String function) {
        return symbols.find(function)
                .orElseThrow(() -> new MissingException(Diagnostic.error(
                                RunCode.NO_OPENCL, Span.none(), "the OpenCL library has no function " + function)
                        .hint("install OpenCL 1.2 or later")));
    }

    private MemorySegment made(String function, MemorySegment status, Object... arguments) {
        var result = (MemorySegment) Objects.requireNonNull(call(ADDRESS, function, arguments));
        check(function, status.get(JAVA_INT, 0));
        return result;
    }

    private int integer(String function, Object... arguments) {
        return (int) Objects.requireNonNull(call(JAVA_INT, function, arguments));
    }

    /// None of these calls is frequent: kernels are started by native code.
    private Object call(MemoryLayout result, String function, Object... arguments) {
        MethodHandle handle = functions.computeIfAbsent(function, name -> handle(result, name, arguments));
        try {
            return handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted")
    private MethodHandle handle(MemoryLayout result, String name, Object... arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] =
                    arguments[i] instanceof Integer ? JAVA_INT : arguments[i] instanceof Long ? JAVA_LONG : ADDRESS;
        }
        return Linker.nativeLinker().downcallHandle(address(name), FunctionDescriptor.of(result, layouts));
    }

    private static void check(String function, int status) {
        if (status != 0) {
            throw new OpenClException(function, status);
        }
    }
}
