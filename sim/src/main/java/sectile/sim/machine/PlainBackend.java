package sectile.sim.machine;

/// The plain twin of everything that makes kernels quick to simulate: the kernel sleeps until each operation has ended.
///
/// It is never ahead of the clock, and its requests are not noted in advance. [Pace#PLAIN] selects it. It defines what
/// the quick ways have to do: equal times, values and trace hashes.
final class PlainBackend extends PeBackend {
    private final Body body;

    PlainBackend(Body body) {
        super(body);
        this.body = body;
    }

    @Override
    void moved() {
        body.catchUp();
    }
}
