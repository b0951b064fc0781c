package sectile.interp.ops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import sectile.base.limit.OutOfMemory;
import sectile.interp.machine.Calls;
import sectile.interp.machine.Core;
import sectile.interp.machine.Dispatch;
import sectile.interp.machine.Routine;
import sectile.interp.problem.ExecCode;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.DataType;

/// What surrounds kernels: tasks, arrays of scalars, addresses, and prefetches (memory has no cache here).
final class HostMeanings {
    private HostMeanings() {}

    static Meaning of(Semantics.Task task) {
        return switch (task) {
            case INVALID -> args -> 0L;
            case IS_VALID -> args -> args.core().machine().task(args.integer("tid")) != null;
            case JOIN ->
                args -> {
                    var ids = new ArrayList<Long>();
                    Scalars.flatten(args.value("deps"), ids);
                    return args.core().machine().calls().fence(args.core(), ids).id();
                };
            case SUBMIT -> HostMeanings::submit;
            case AWAIT ->
                args -> {
                    Core core = args.core();
                    Calls.declared(core, List.of(args.integer("future")), core::await);
                    return Meaning.NOTHING;
                };
        };
    }

    static Meaning of(Semantics.Scalars scalars) {
        return switch (scalars) {
            case CREATE -> HostMeanings::create;
            case GET ->
                args -> {
                    Object[] array = (Object[]) args.value("array");
                    return array[position(args, array)];
                };
            case SET ->
                args -> {
                    Object[] array = ((Object[]) args.value("array")).clone();
                    array[position(args, array)] = args.value("value");
                    return array;
                };
        };
    }

    static Meaning of(Semantics.Prefetch prefetch) {
        return switch (prefetch) {
            case HANDLE, START -> Args::op;
            case WAIT -> args -> true;
        };
    }

    static Meaning of(Semantics.Reserve reserve) {
        return switch (reserve) {
            case MEMORY, IMPORT -> args -> 0L;
            case NAMED -> args -> Math.max(0L, args.number("base"));
        };
    }

    private static Object[] create(Args args) {
        DataType dtype = args.elementType("dtype");
        Object zero = dtype == DataType.BOOL ? (Object) false : dtype.isFloat() ? (Object) 0.0 : (Object) 0L;
        long extent = args.integer("extent");
        if (extent < 0) {
            throw args.error(ExecCode.BAD_EXTENT, "an array of " + extent + " elements", "");
        }
        Object[] array = new Object[OutOfMemory.arrayLength(extent, "an array")];
        Arrays.fill(array, zero);
        return array;
    }

    private static int position(Args args, Object[] array) {
        return (int) GatherMeanings.checked(args, args.integer("index"), array.length);
    }

    private static Object submit(Args args) {
        Routine routine = args.core().machine().routine(args.text("callee"));
        var dispatch = new Dispatch(
                OptionalLong.of(args.integer("device")),
                Dispatch.PLAIN.blocks(),
                Dispatch.PLAIN.deps(),
                Dispatch.PLAIN.free(),
                Dispatch.PLAIN.predicate());
        return args.core()
                .machine()
                .calls()
                .submit(args.core(), routine, new Object[0], dispatch)
                .task()
                .id();
    }
}
