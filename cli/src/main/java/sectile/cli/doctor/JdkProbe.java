package sectile.cli.doctor;

/// The JDK that runs this very program.
record JdkProbe() implements Probe {
    @Override
    public Finding look(Tool tool) {
        String version = Runtime.version() + " (" + System.getProperty("java.vendor") + ")";
        return Finding.found(tool, version, System.getProperty("java.home"));
    }
}
