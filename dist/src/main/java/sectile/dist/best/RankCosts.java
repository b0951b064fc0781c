package sectile.dist.best;

import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.MathOp;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Routes;
import sectile.sim.fabric.Units;
import sectile.sim.topology.Topology;

/// What a kernel needs for a step besides the links between ranks, in fabric units: by it the pieces are made large
/// enough.
///
/// @param queue of the queue engine, for a message
/// @param read latency of a read from memory, and time per byte; `write` likewise
/// @param request how long a read waits for what the outbound DMA sends at that time
/// @param leave what the outbound DMA needs before the first byte, and time per byte; it does one thing at a time
record RankCosts(
        double queue,
        double read,
        double readPerByte,
        double write,
        double writePerByte,
        double request,
        double leave,
        double leavePerByte) {
    static RankCosts of(Topology machine, Routes routes, Place place) {
        Endpoint self = Endpoint.pe(place);
        Endpoint memory = Endpoint.hbm(place);
        Route out = routes.between(self, memory);
        Route request = routes.request(self, memory);
        Route in = routes.between(memory, Endpoint.dmaIn(place, 0));
        long overhead = machine.dma().overheadPs()
                + machine.processor(ComponentKind.SCHEDULER).servicePs(0);
        double perByte = Math.max(
                machine.dma().bandwidth().unitsPerByte(),
                machine.tcm().bandwidth().unitsPerByte());
        return new RankCosts(
                Units.ofPicoseconds(machine.processor(ComponentKind.PE_IPCQ).servicePs(0)),
                Units.ofPicoseconds(overhead + request.delayPs() + in.delayPs()),
                in.slowestUnitsPerByte(),
                Units.ofPicoseconds(overhead + out.delayPs()),
                Math.max(perByte, (double) out.slowestUnitsPerByte()),
                (double) machine.fabric().chunkBytes() * request.slowestUnitsPerByte(),
                Units.ofPicoseconds(machine.dma().overheadPs()),
                perByte);
    }

    /// Combining two values in the vector engine, per element and per operation.
    record Combining(double each, double perElement) {
        static Combining of(Topology machine, DType dtype) {
            int many = 1 << 16;
            double time = Units.ofPicoseconds(machine.math().picoseconds(MathOp.ADD, many, dtype));
            long overhead = machine.math().overheadPs()
                    + machine.processor(ComponentKind.SCHEDULER).servicePs(0);
            return new Combining(Units.ofPicoseconds(overhead), time / many);
        }

        double time(long elements) {
            return each + elements * perElement;
        }
    }

    /// A read from memory.
    ///
    /// @param sends whether the outbound DMA is busy
    double loading(double bytes, boolean sends) {
        return read + bytes * readPerByte + (sends ? Math.min(request, bytes * leavePerByte) : 0);
    }

    double storing(double bytes) {
        return write + bytes * writePerByte;
    }
}
