package sectile.ir;

import java.util.List;

/// Devices that communicate, and the windows they share. No devices means all devices of the run.
///
/// @param devices distinct; the rank of a device in the group is its place among them
public record CommGroup(List<Integer> devices, List<WindowBuffer> slots) {
    public CommGroup {
        devices = List.copyOf(devices);
        slots = List.copyOf(slots);
    }
}
