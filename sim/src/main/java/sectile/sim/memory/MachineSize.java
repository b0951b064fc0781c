package sectile.sim.memory;

/// How much of everything there is, as far as addresses care. Byte counts are per cube for HBM and SRAM, per PE for
/// TCM.
public record MachineSize(int sips, int cubes, int pesPerCube, long hbmBytes, long sramBytes, long tcmBytes) {
    public long hbmSliceBytes() {
        return hbmBytes / pesPerCube;
    }
}
