package sectile.script.host;

import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.sim.machine.LaunchResult;

/// When a launch ran.
record LaunchValue(LaunchResult result) implements HostValue {
    private static final double PS_PER_NS = 1000;
    private static final Members<LaunchValue> MEMBERS = new Members<LaunchValue>("a launch")
            .attribute("latency_ns", value -> value.result.latencyPs() / PS_PER_NS)
            .attribute("pe_exec_ns", value -> value.result.peExecutionPs() / PS_PER_NS);

    @Override
    public String kind() {
        return "a launch";
    }

    @Override
    public Object member(String name, Place at) {
        return MEMBERS.of(this, name, at);
    }
}
