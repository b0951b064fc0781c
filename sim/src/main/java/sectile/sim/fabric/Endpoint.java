package sectile.sim.fabric;

import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// Where a route can begin or end.
///
/// @param sip 0 for the host
/// @param cube 0 for what is not in a cube
/// @param pe 0 for what is not in or of a PE
/// @param channel of the inbound DMA; 0 for everything else
public record Endpoint(Kind kind, int sip, int cube, int pe, int channel) {
    public Endpoint(Kind kind, int sip, int cube, int pe) {
        this(kind, sip, cube, pe, 0);
    }

    /// The kinds of endpoint.
    public enum Kind {
        HOST,
        IO_CPU,
        M_CPU,
        /// A PE's processor, queues and outbound DMA.
        PE,
        /// A PE's TCM, reached from outside.
        TCM,
        /// A PE's TCM, by way of the inbound half of its own DMA engine.
        DMA_IN,
        HBM,
        SRAM
    }

    /// Multiplying a hash value by this number moves it far from those of its neighbours. Where values of two endpoints
    /// are joined, a small factor would give many pairs the same one.
    static final int SPREAD = 0x9E3779B1;

    public static final Endpoint HOST = new Endpoint(Kind.HOST, 0, 0, 0);

    public static Endpoint ioCpu(int sip) {
        return new Endpoint(Kind.IO_CPU, sip, 0, 0);
    }

    public static Endpoint mCpu(int sip, int cube) {
        return new Endpoint(Kind.M_CPU, sip, cube, 0);
    }

    public static Endpoint pe(Place place) {
        return new Endpoint(Kind.PE, place.sip(), place.cube(), place.pe());
    }

    public static Endpoint tcm(Place place) {
        return new Endpoint(Kind.TCM, place.sip(), place.cube(), place.pe());
    }

    public static Endpoint dmaIn(Place place, int channel) {
        return new Endpoint(Kind.DMA_IN, place.sip(), place.cube(), place.pe(), channel);
    }

    public static Endpoint hbm(Place slice) {
        return new Endpoint(Kind.HBM, slice.sip(), slice.cube(), slice.pe());
    }

    public static Endpoint sram(int sip, int cube) {
        return new Endpoint(Kind.SRAM, sip, cube, 0);
    }

    // Written out, as those of `Place` are.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Endpoint that
                && kind == that.kind
                && sip == that.sip
                && cube == that.cube
                && pe == that.pe
                && channel == that.channel;
    }

    /// Neighbours get values far apart: a machine has thousands of endpoints, and pairs of them are looked up.
    @Override
    public int hashCode() {
        return (((kind.ordinal() * SPREAD + sip) * SPREAD + cube) * SPREAD + pe + 31 * channel) * SPREAD;
    }
}
