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
record RankCosts(double queue, double read, double readPerByte, double write, double writePerByte) {
    static RankCosts of(Topology machine, Routes routes, Place place) {
        Endpoint self = Endpoint.pe(place);
        Endpoint memory = Endpoint.hbm(place);
        Route out = routes.between(self, memory);
        Route in = routes.between(memory, Endpoint.dmaIn(place, 0));
        long overhead = machine.dma().overheadPs();
        double perByte = Math.max(
                machine.dma().bandwidth().unitsPerByte(),
                machine.tcm().bandwidth().unitsPerByte());
        return new RankCosts(
                Units.ofPicoseconds(machine.processor(ComponentKind.PE_IPCQ).servicePs(0)),
                Units.ofPicoseconds(overhead + routes.request(self, memory).delayPs() + in.delayPs()),
                in.slowestUnitsPerByte(),
                Units.ofPicoseconds(overhead + out.delayPs()),
                Math.max(perByte, (double) out.slowestUnitsPerByte()));
    }

    /// Combining two values in the vector engine, per element and per operation.
    record Combining(double each, double perElement) {
        static Combining of(Topology machine, DType dtype) {
            int many = 1 << 16;
            double time = Units.ofPicoseconds(machine.math().picoseconds(MathOp.ADD, many, dtype));
            return new Combining(Units.ofPicoseconds(machine.math().overheadPs()), time / many);
        }
    }

    double sending(double bytes, boolean fromMemory) {
        return queue + (fromMemory ? reading(bytes) : 0);
    }

    /// A message that is taken out of its slot and stored.
    double storing(double bytes) {
        return queue + reading(bytes) + write + bytes * writePerByte;
    }

    /// A message that is taken out of its slot and combined with what is there.
    double combining(double bytes, double elements, Combining engine) {
        return queue + 2 * reading(bytes) + engine.each + elements * engine.perElement;
    }

    private double reading(double bytes) {
        return read + bytes * readPerByte;
    }
}
