package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.NdArray;
import sectile.interp.machine.Dispatch;
import sectile.interp.machine.Routine;
import sectile.interp.value.Data;
import sectile.ir.DataType;

/// Arrays of scalars, prefetches (memory has no cache here), and what a host program becomes when it talks to
/// workers.
final class HostMeanings {
    private HostMeanings() {}

    static void into(Book all) {
        all.put("array.create", args -> {
            DataType dtype = args.elementType("dtype");
            Object zero = dtype == DataType.BOOL ? (Object) false : dtype.isFloat() ? (Object) 0.0 : (Object) 0L;
            long extent = args.integer("extent");
            if (extent < 0) {
                throw args.error("EXEC-102", "an array of " + extent + " elements", "");
            }
            Object[] array = new Object[Math.toIntExact(extent)];
            Arrays.fill(array, zero);
            return array;
        });
        all.put("array.get_element", args -> {
            Object[] array = (Object[]) args.value("array");
            return array[(int) GatherMeanings.checked(args, args.integer("index"), array.length)];
        });
        all.put("array.update_element", args -> {
            Object[] array = ((Object[]) args.value("array")).clone();
            array[(int) GatherMeanings.checked(args, args.integer("index"), array.length)] = args.value("value");
            return array;
        });
        for (String name : new String[] {"make_context", "async_prefetch", "session"}) {
            all.put("prefetch." + name, args -> args.op());
        }
        all.put("prefetch.wait", args -> true);
        all.put(
                "dist.make_tensor",
                args -> args.made(NdArray.zeros(args.element("dtype"), CreationMeanings.shape(args, "shape"))));
        all.put("dist.tree_reduce", args -> {
            Data lhs = args.data("lhs");
            return ElementwiseMeanings.combine(args, BinaryFunction.ADD, lhs, args.array("rhs"));
        });
        for (String name : new String[] {"submit_worker", "submit_orchestrator"}) {
            all.put("dist." + name, args -> {
                Routine routine = args.core().machine().routine(args.text("callee"));
                var dispatch = new Dispatch(
                        java.util.OptionalLong.of(args.integer("device")),
                        Dispatch.PLAIN.blocks(),
                        Dispatch.PLAIN.deps(),
                        Dispatch.PLAIN.free());
                return args.core()
                        .machine()
                        .calls()
                        .submit(args.core(), routine, new Object[0], dispatch)
                        .task()
                        .id();
            });
        }
        all.put("dist.future_get", args -> SystemMeanings.await(args.core(), args.integer("future")));
    }
}
