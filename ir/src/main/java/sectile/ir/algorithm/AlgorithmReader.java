package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.xml.Xml;
import sectile.base.xml.XmlElement;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Dependence;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.algorithm.Algorithm.ThreadBlock;
import sectile.ir.symbol.ReduceOp;

/// Reads an algorithm and checks that it can be carried out.
public final class AlgorithmReader {
    private static final int MAX_RANKS = 4096;
    private static final int MAX_CHANNELS = 1024;
    private static final int MAX_CHUNKS = 1 << 20;
    private static final List<String> ALGO = List.of(
            "name",
            "coll",
            "nchannels",
            "nchunksperloop",
            "ngpus",
            "proto",
            "inplace",
            "outofplace",
            "redop",
            "root",
            "nthreadblocks",
            "nthreads",
            "minBytes",
            "maxBytes",
            "instances",
            "ngpusinnode");
    private static final List<String> GPU = List.of("id", "i_chunks", "o_chunks", "s_chunks");
    private static final List<String> BLOCK = List.of("id", "send", "recv", "chan");
    private static final List<String> STEP =
            List.of("s", "type", "srcbuf", "srcoff", "dstbuf", "dstoff", "cnt", "depid", "deps", "hasdep");

    private final Diagnostics problems;

    private AlgorithmReader(Diagnostics problems) {
        this.problems = problems;
    }

    /// The algorithm; empty, with everything that is wrong in `problems`, if it cannot be carried out.
    public static Optional<Algorithm> read(SourceFile source, Diagnostics problems) {
        Optional<XmlElement> root = Xml.parse(source, problems);
        if (root.isEmpty()) {
            return Optional.empty();
        }
        int before = problems.errorCount();
        Optional<Algorithm> algorithm = new AlgorithmReader(problems).algorithm(root.get());
        if (problems.errorCount() == before) {
            algorithm.ifPresent(read -> AlgorithmCheck.check(read, problems));
        }
        return problems.errorCount() == before ? algorithm : Optional.empty();
    }

    private Optional<Algorithm> algorithm(XmlElement algo) {
        if (!isElement(algo, "algo", ALGO)) {
            return Optional.empty();
        }
        var in = new Attributes(algo, problems);
        Collective collective =
                in.word("coll", Collective::parse, Collective.texts()).orElse(Collective.CUSTOM);
        int ranks = in.number("ngpus", 1, MAX_RANKS);
        int channels = in.numberOr("nchannels", 1, MAX_CHANNELS, 1);
        int chunks = collective == Collective.CUSTOM
                ? in.numberOr("nchunksperloop", 1, MAX_CHUNKS, 1)
                : in.number("nchunksperloop", 1, MAX_CHUNKS);
        boolean inPlace = in.numberOr("inplace", 0, 1, 0) == 1;
        int root = in.numberOr("root", 0, Math.max(0, ranks - 1), 0);
        ReduceOp operation = algo.attribute("redop").isEmpty()
                ? ReduceOp.SUM
                : in.word("redop", AlgorithmReader::operation, List.of("sum", "prod", "max", "min"))
                        .orElse(ReduceOp.SUM);
        var gpus = new ArrayList<Rank>();
        for (XmlElement child : algo.children()) {
            if (isElement(child, "gpu", GPU)) {
                gpus.add(rank(child, gpus.size()));
            }
        }
        if (gpus.size() != ranks && !problems.hasErrors()) {
            problems.error(
                    AlgorithmCode.NUMBERING,
                    algo.place("ngpus"),
                    "`ngpus` is " + ranks + ", but there are " + gpus.size() + " elements `gpu`",
                    "there is one for every rank");
        }
        return Optional.of(new Algorithm(
                algo.attribute("name").map(a -> a.value()).orElse(collective.text()),
                collective,
                channels,
                chunks,
                inPlace,
                operation,
                root,
                gpus,
                algo.span()));
    }

    private static Optional<ReduceOp> operation(String word) {
        return switch (word) {
            case "sum" -> Optional.of(ReduceOp.SUM);
            case "prod" -> Optional.of(ReduceOp.PROD);
            case "max" -> Optional.of(ReduceOp.MAX);
            case "min" -> Optional.of(ReduceOp.MIN);
            default -> Optional.empty();
        };
    }

    private Rank rank(XmlElement gpu, int expected) {
        var in = new Attributes(gpu, problems);
        int id = in.number("id", 0, MAX_RANKS);
        numbered(gpu, "id", id, expected);
        var blocks = new ArrayList<ThreadBlock>();
        for (XmlElement child : gpu.children()) {
            if (isElement(child, "tb", BLOCK)) {
                blocks.add(block(child, blocks.size()));
            }
        }
        return new Rank(
                id,
                in.number("i_chunks", 0, MAX_CHUNKS),
                in.number("o_chunks", 0, MAX_CHUNKS),
                in.number("s_chunks", 0, MAX_CHUNKS),
                blocks,
                gpu.span());
    }

    private ThreadBlock block(XmlElement tb, int expected) {
        var in = new Attributes(tb, problems);
        int id = in.number("id", 0, MAX_CHUNKS);
        numbered(tb, "id", id, expected);
        var steps = new ArrayList<Step>();
        for (XmlElement child : tb.children()) {
            if (isElement(child, "step", STEP)) {
                steps.add(step(child, steps.size()));
            }
        }
        return new ThreadBlock(
                id,
                in.number("send", -1, MAX_RANKS),
                in.number("recv", -1, MAX_RANKS),
                in.numberOr("chan", 0, MAX_CHANNELS, 0),
                steps,
                tb.span());
    }

    private Step step(XmlElement step, int expected) {
        var in = new Attributes(step, problems);
        int number = in.number("s", 0, MAX_CHUNKS);
        numbered(step, "s", number, expected);
        StepType type = StepType.NOTHING;
        Optional<String> word = in.text("type");
        if (word.isPresent()) {
            Optional<StepType> known = StepType.parse(word.get());
            if (known.isEmpty()) {
                problems.error(
                        AlgorithmCode.STEP_TYPE,
                        step.place("type"),
                        "there is no step type `" + word.get() + "`",
                        Nearest.hint(word.get(), StepType.texts()));
            }
            type = known.orElse(StepType.NOTHING);
        }
        boolean moves = type != StepType.NOTHING;
        int count = moves ? in.number("cnt", 1, MAX_CHUNKS) : 0;
        return new Step(
                number,
                type,
                place(in, type.readsSource(), "srcbuf", "srcoff"),
                place(in, type.writesTarget(), "dstbuf", "dstoff"),
                count,
                dependence(in),
                in.numberOr("hasdep", 0, 1, 0) == 1,
                step.span());
    }

    /// A place that the step does not use is not looked at: publishers write there what they like.
    private static Place place(Attributes in, boolean used, String buffer, String offset) {
        if (!used) {
            return new Place(Buffer.INPUT, 0);
        }
        return new Place(
                in.word(buffer, AlgorithmReader::buffer, List.of("i", "o", "s")).orElse(Buffer.INPUT),
                in.number(offset, 0, MAX_CHUNKS));
    }

    private static Optional<Buffer> buffer(String word) {
        return switch (word) {
            case "i" -> Optional.of(Buffer.INPUT);
            case "o" -> Optional.of(Buffer.OUTPUT);
            case "s" -> Optional.of(Buffer.SCRATCH);
            default -> Optional.empty();
        };
    }

    private static Dependence dependence(Attributes in) {
        int block = in.numberOr("depid", -1, MAX_CHUNKS, -1);
        int step = in.numberOr("deps", -1, MAX_CHUNKS, -1);
        return block < 0 || step < 0 ? Dependence.NONE : new Dependence(block, step);
    }

    private void numbered(XmlElement element, String attribute, int found, int expected) {
        if (found != expected && element.attribute(attribute).isPresent() && !problems.hasErrors()) {
            problems.error(
                    AlgorithmCode.NUMBERING,
                    element.place(attribute),
                    "this `" + element.name() + "` has number " + found + ", expected " + expected,
                    "they are numbered from 0, in the order of the file");
        }
    }

    private boolean isElement(XmlElement element, String name, List<String> attributes) {
        if (!element.name().equals(name)) {
            problems.error(
                    AlgorithmCode.ELEMENT,
                    element.span(),
                    "expected an element `" + name + "`, found `" + element.name() + "`",
                    "an `algo` holds a `gpu` for each rank, that one a `tb` for each thread block, that one a `step` for"
                            + " each step");
            return false;
        }
        element.attributes().values().stream()
                .filter(attribute -> !attributes.contains(attribute.name()))
                .forEach(attribute -> problems.warning(
                        AlgorithmCode.UNKNOWN_ATTRIBUTE,
                        attribute.span(),
                        "the attribute `" + attribute.name() + "` of `" + name + "` is not known and has no effect",
                        Nearest.of(attribute.name(), attributes)
                                .map(nearest -> "did you mean `" + nearest + "`?")
                                .orElse("")));
        return true;
    }
}
