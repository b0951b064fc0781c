package sectile.sim.machine;

import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.ipcq.QueuePair;

/// The ways a queue pair's messages go, found once.
///
/// @param payload to the peer's ring
/// @param credit to the peer's queue engine
record PairRoutes(Pe peer, Route payload, Route credit) {
    static PairRoutes of(Pe pe, QueuePair pair) {
        Simulation simulation = pe.simulation();
        Endpoint self = Endpoint.pe(pe.place());
        return new PairRoutes(
                simulation.pe(pair.peer()),
                simulation.route(self, Addresses.endpoint(simulation, pair.peerRxBase())),
                simulation.route(self, Endpoint.pe(pair.peer())));
    }
}
