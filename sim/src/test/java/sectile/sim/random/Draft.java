package sectile.sim.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import sectile.base.array.DType;
import sectile.base.array.Shape;

/// A rank while its program is being made: the steps so far, and what is then in its registers and queues.
final class Draft {
    /// What a register holds.
    record Register(DType dtype, Shape shape) {}

    /// A message that was asked for and not awaited yet.
    record Asked(int future, String direction, int number, Traffic.Message message) {}

    final List<Step> steps = new ArrayList<>();
    final Map<String, Traffic> incoming = new HashMap<>();
    final List<Asked> asked = new ArrayList<>();
    private final Map<Integer, Register> registers = new HashMap<>();
    int futures;

    Traffic traffic(String direction) {
        return Objects.requireNonNull(incoming.get(direction));
    }

    Register register(int number) {
        return Objects.requireNonNull(registers.get(number));
    }

    void set(int register, DType dtype, Shape shape) {
        registers.put(register, new Register(dtype, shape));
    }
}
