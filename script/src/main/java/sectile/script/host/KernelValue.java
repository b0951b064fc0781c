package sectile.script.host;

import sectile.script.TextKernel;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// A function that takes `tl`: it can be launched.
record KernelValue(TextKernel kernel) implements HostValue {
    @Override
    public String kind() {
        return "a kernel";
    }

    @Override
    public Object member(String name, Place at) {
        if (name.equals("__name__")) {
            return kernel.name();
        }
        throw Problems.at(
                at.span(),
                TextCode.NO_SUCH_MEMBER,
                "a kernel has no member `" + name + "`",
                "launch it with torch.launch");
    }

    @Override
    public String toString() {
        return "<kernel " + kernel.name() + ">";
    }
}
