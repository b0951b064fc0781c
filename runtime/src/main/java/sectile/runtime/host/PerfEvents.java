package sectile.runtime.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import sectile.runtime.device.Meter;

/// Counters of Linux (`perf_event_open`) for the calling thread and all threads that it starts. Each may be
/// unavailable, in a virtual machine most of those of the processor, and then says why.
final class PerfEvents implements AutoCloseable {
    private static final int ATTRIBUTE_BYTES = 120;
    private static final long DISABLED = 1;
    private static final long INHERITED = 1 << 1;
    private static final long WITHOUT_KERNEL = 1 << 5;
    private static final long TIMES = 3;
    private static final long ENABLE = 0x2400;
    private static final long DISABLE = 0x2401;
    private static final long RESET = 0x2403;
    private static final int EACCES = 13;
    private static final int EPERM = 1;

    /// An event by the numbers that Linux has for it.
    private record Event(String name, int type, long config) {}

    private static final List<Event> EVENTS = List.of(
            new Event("cycles", 0, 0),
            new Event("instructions", 0, 1),
            new Event("cache_misses", 0, 3),
            new Event("branch_misses", 0, 5),
            new Event("task_clock_ns", 1, 1),
            new Event("page_faults", 1, 2),
            new Event("context_switches", 1, 3),
            new Event("cpu_migrations", 1, 4));

    private static final class Counter {
        private final Event event;
        private final int file;
        private final String problem;
        private double sum;

        Counter(Event event, int file, String problem) {
            this.event = event;
            this.file = file;
            this.problem = problem;
        }
    }

    private final Arena arena = Arena.ofShared();
    private final StructLayout state = Linker.Option.captureStateLayout();
    private final VarHandle errno = state.varHandle(java.lang.foreign.MemoryLayout.PathElement.groupElement("errno"));
    private final MemorySegment captured = arena.allocate(state);
    private final MethodHandle open;
    private final MethodHandle control;
    private final MethodHandle read;
    private final MethodHandle close;
    private final List<Counter> counters = new ArrayList<>();

    @SuppressWarnings("restricted") // the functions are those of the C library, with its types
    PerfEvents() {
        Linker linker = Linker.nativeLinker();
        var symbols = linker.defaultLookup();
        Linker.Option errors = Linker.Option.captureCallState("errno");
        open = linker.downcallHandle(
                symbols.findOrThrow("syscall"),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(1),
                errors);
        control = linker.downcallHandle(
                symbols.findOrThrow("ioctl"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(2));
        read = linker.downcallHandle(
                symbols.findOrThrow("read"), FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        close = linker.downcallHandle(symbols.findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        EVENTS.forEach(event -> counters.add(opened(event)));
    }

    private Counter opened(Event event) {
        long number = switch (System.getProperty("os.arch", "")) {
            case "amd64" -> 298;
            case "aarch64", "riscv64" -> 241;
            default -> -1;
        };
        if (number < 0 || !System.getProperty("os.name", "").equals("Linux")) {
            return new Counter(event, -1, "this system has no perf_event_open that is known here");
        }
        long file = opened(event, number, DISABLED | INHERITED);
        if (file < 0 && (error() == EACCES || error() == EPERM)) {
            file = opened(event, number, DISABLED | INHERITED | WITHOUT_KERNEL);
        }
        return file >= 0
                ? new Counter(event, (int) file, "")
                : new Counter(
                        event,
                        -1,
                        switch (error()) {
                            case 2, 19, 95 -> "this processor, or its virtual machine, does not count it";
                            case EPERM, EACCES -> "not permitted; lower /proc/sys/kernel/perf_event_paranoid";
                            case 38 -> "this kernel has no performance events";
                            default -> "perf_event_open failed with error " + error();
                        });
    }

    private int error() {
        return (int) errno.get(captured, 0L);
    }

    private long opened(Event event, long number, long flags) {
        try (Arena local = Arena.ofConfined()) {
            MemorySegment attribute = local.allocate(ATTRIBUTE_BYTES, Long.BYTES);
            attribute.set(JAVA_INT, 0, event.type());
            attribute.set(JAVA_INT, 4, ATTRIBUTE_BYTES);
            attribute.set(JAVA_LONG, 8, event.config());
            attribute.set(JAVA_LONG, 32, TIMES);
            attribute.set(JAVA_LONG, 40, flags);
            return (long) open.invokeExact(captured, number, attribute, 0L, -1L, -1L, 0L);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void control(int file, long request) {
        try {
            int ignored = (int) control.invokeExact(file, request, 0L);
            if (ignored < 0) {
                throw new IllegalStateException("ioctl of a performance event failed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void start() {
        counters.stream().filter(c -> c.file >= 0).forEach(c -> {
            control(c.file, RESET);
            control(c.file, ENABLE);
        });
    }

    void stop() {
        counters.stream().filter(c -> c.file >= 0).forEach(c -> control(c.file, DISABLE));
        counters.stream().filter(c -> c.file >= 0).forEach(c -> c.sum += value(c.file));
    }

    /// What was counted; scaled if the processor counted only part of the time because events share its registers.
    private double value(int file) {
        try (Arena local = Arena.ofConfined()) {
            MemorySegment values = local.allocate(JAVA_LONG, 3);
            long got = (long) read.invokeExact(file, values, 24L);
            if (got < 24) {
                return 0;
            }
            double enabled = values.getAtIndex(JAVA_LONG, 1);
            double running = values.getAtIndex(JAVA_LONG, 2);
            return values.getAtIndex(JAVA_LONG, 0) * (running > 0 ? enabled / running : 1);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    List<Meter.Reading> readings(long executions) {
        return counters.stream()
                .map(c -> new Meter.Reading(c.event.name(), c.sum / Math.max(1, executions), c.problem))
                .toList();
    }

    @Override
    public void close() {
        for (Counter counter : counters) {
            if (counter.file >= 0) {
                try {
                    int ignored = (int) close.invokeExact(counter.file);
                    if (ignored < 0) {
                        throw new IllegalStateException("a performance event cannot be closed");
                    }
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        arena.close();
    }
}
