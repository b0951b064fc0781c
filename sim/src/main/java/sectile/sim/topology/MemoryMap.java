package sectile.sim.topology;

/// The memories of a cube and of a PE, in bytes.
///
/// @param hbm per cube, cut into one equal slice per PE
/// @param sram per cube, shared by its PEs
/// @param tcm per PE
/// @param tcmReserved the part of each TCM that belongs to the scheduler
public record MemoryMap(long hbm, long sram, long tcm, long tcmReserved) {
    public MemoryMap {
        if (hbm < 1 || sram < 0 || tcmReserved < 0 || tcmReserved >= tcm) {
            throw new IllegalArgumentException(
                    "hbm " + hbm + ", sram " + sram + ", tcm " + tcm + ", reserved " + tcmReserved + " bytes");
        }
    }

    /// The TCM a kernel can use.
    public long tcmUsable() {
        return tcm - tcmReserved;
    }
}
