package sectile.sim.topology;

/// How messages travel: transfers are cut into chunks so that flows share links, and control messages have these
/// sizes in bytes.
///
/// @param chunkBytes largest piece of a transfer that holds a link without letting others in
/// @param virtualChannels queues per direction of a link; channel 0 carries data, the next one control and credits
/// @param requestBytes a read request
/// @param controlBytes header of a launch, write, map, install or completion message
/// @param entryBytes one table entry in a map or install message
/// @param creditBytes a credit returned by a receiver
public record FabricSpec(
        long chunkBytes, int virtualChannels, long requestBytes, long controlBytes, long entryBytes, long creditBytes) {
    /// The most virtual channels a link can have.
    public static final int MAX_VIRTUAL_CHANNELS = 8;

    public FabricSpec {
        boolean sane = chunkBytes >= 1
                && virtualChannels >= 1
                && virtualChannels <= MAX_VIRTUAL_CHANNELS
                && requestBytes >= 0
                && controlBytes >= 0
                && entryBytes >= 0
                && creditBytes >= 0;
        if (!sane) {
            throw new IllegalArgumentException("chunk " + chunkBytes + ", channels " + virtualChannels + ", request "
                    + requestBytes + ", control " + controlBytes + ", entry " + entryBytes + ", credit " + creditBytes);
        }
    }

    /// The channel of payload.
    public int dataChannel() {
        return 0;
    }

    /// The channel of control messages and credits: its own if there is more than one.
    public int controlChannel() {
        return virtualChannels > 1 ? 1 : 0;
    }
}
