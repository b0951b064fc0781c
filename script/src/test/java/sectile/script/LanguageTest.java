package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What expressions and statements mean. The expected texts are what Python prints for the same.
class LanguageTest {
    /// One line each: an expression, `=>`, what `print` shows of it. To add a case, add a line.
    private static final String EXPRESSIONS = """
            7 // 2 => 3
            -7 // 2 => -4
            7 // -2 => -4
            -7 % 3 => 2
            7 % -3 => -2
            7 / 2 => 3.5
            6 / 2 => 3.0
            7.5 // 2 => 3.0
            -7.5 % 2 => 0.5
            -0.0 % 5, 5.0 % -5, 6.5 % -4, -1 % 0.3 => (0.0, -0.0, -1.5, 0.19999999999999996)
            1.0 // 0.1, -0.0 // 5, -1e-9 // 5, 7.5 // -2 => (9.0, -0.0, -1.0, -4.0)
            5e-324, 1e-323, 1.5e-323, -5e-324, 2e-323, 1e23, 0.3, 12.0 => (5e-324, 1e-323, 1.5e-323, -5e-324, 2e-323, 1e+23, 0.3, 12.0)
            2 ** 10 => 1024
            2 ** -1 => 0.5
            2 ** 0.5 => 1.4142135623730951
            -2 ** 2 => -4
            (-2) ** 3 => -8
            2 ** 3 ** 2 => 512
            3 ** 39 => 4052555153018976267
            (-2) ** 63 => -9223372036854775808
            -9223372036854775808 => -9223372036854775808
            0x10 + 0b11 + 0o7 => 26
            1_000_000 => 1000000
            6 & 3, 6 | 3, 6 ^ 3, ~6, 1 << 10, -9 >> 1 => (2, 7, 5, -7, 1024, -5)
            1e3, 1e16, 1e-5, 1.5e300, 0.1 + 0.2 => (1000.0, 1e+16, 1e-05, 1.5e+300, 0.30000000000000004)
            1e15, 123456789.125, -0.0 => (1000000000000000.0, 123456789.125, -0.0)
            float("inf"), -float("inf"), float("nan") => (inf, -inf, nan)
            True + True => 2
            True == 1, 1 == 1.0, "1" == 1, None == None => (True, True, False, True)
            1 < 2 < 3, 1 < 2 > 3, 3 > 2 >= 2 => (True, False, True)
            0 < 1 == 1 => True
            not 0, not "a", not [], not None => (True, False, True, True)
            0 or "x", 1 and 2, 0 and 2, None or 0 => ('x', 2, 0, 0)
            1 if 2 > 1 else 0 => 1
            "a" < "b", (1, 2) < (1, 3), [2] > [1, 9], (1,) < (1, 0) => (True, True, True, True)
            3 in (1, 2, 3), 3 not in [1], "b" in "abc", "k" in {"k": 1} => (True, True, True, True)
            None is None, 1 is not None, (1 > 0) is True => (True, True, True)
            (1, 2) + (3,), [1] + [2], "a" + "b" => ((1, 2, 3), [1, 2], 'ab')
            [0] * 3, 2 * (1, 2), "ab" * 2, [1] * -1 => ([0, 0, 0], (1, 2, 1, 2), 'abab', [])
            (1,), (), [1, "a", None, 2.0], {"a": (1, 2), 3: []} => ((1,), (), [1, 'a', None, 2.0], {'a': (1, 2), 3: []})
            "it's", 'say "hi"', "tab\\t" => ("it's", 'say "hi"', 'tab\\t')
            [10, 20, 30][1], [10, 20, 30][-1], "abc"[0], {1: 2}[True] => (20, 30, 'a', 2)
            [1, 2, 3, 4][1:3], (1, 2, 3)[::-1], "hello"[1:-1], [1, 2, 3][:None] => ([2, 3], (3, 2, 1), 'ell', [1, 2, 3])
            [0, 1, 2, 3, 4, 5][4:1:-2], [1, 2][5:], "abc"[-2:] => ([4, 2], [], 'bc')
            len([1, 2]), len("abc"), len({}), len(range(0, 10, 3)) => (2, 3, 0, 4)
            min(3, 1, 2), max([3, 1]), min("b", "a"), max(1, 2.5) => (1, 3, 'a', 2.5)
            abs(-3), abs(-2.5), sum([1, 2, 3]), sum((0.5, 0.5)), sum([1], 10), sum([1], start=5) => (3, 2.5, 6, 1.0, 11, 6)
            int(3.9), int(-3.9), int("12"), int(True), float(2), float("1.5") => (3, -3, 12, 1, 2.0, 1.5)
            str(1.0) + str(None) + str(True), repr("a"), bool([]), bool(0.1) => ('1.0NoneTrue', "'a'", False, True)
            round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2) => (2, 4, -2, 2.67, 1200)
            divmod(-7, 3), pow(2, 5) => ((-3, 2), 32)
            tuple([1, 2]), list((1, 2)), list("ab"), list(range(3)), tuple() => ((1, 2), [1, 2], ['a', 'b'], [0, 1, 2], ())
            list(range(5, 0, -2)), list(range(2, 2)), list(range(-1)) => ([5, 3, 1], [], [])
            list(enumerate("ab")), list(enumerate("a", 5)), list(enumerate("a", start=2)) => ([(0, 'a'), (1, 'b')], [(5, 'a')], [(2, 'a')])
            list(zip([1, 2], "ab", (3, 4))), list(zip([1], [])) => ([(1, 'a', 3), (2, 'b', 4)], [])
            list(reversed([1, 2])), sorted([3, 1, 2]), any([0, 1]), all([]), all([1, 0]) => ([2, 1], [1, 2, 3], True, True, False)
            sorted([3, 1, 2], reverse=True), sorted("ba", reverse=0), sorted([1, True, 2], reverse=True) => ([3, 2, 1], ['a', 'b'], [2, 1, True])
            dict([("a", 1), (2, 3)]), dict({"x": 1}) => ({'a': 1, 2: 3}, {'x': 1})
            {"a": 1, "b": 2}.get("a"), {}.get(1), {}.get(1, 7) => (1, None, 7)
            list({"a": 1}.items()), list({"a": 1}.keys()), list({"a": 1}.values()), list({"z": 0, "y": 1}) => ([('a', 1)], ['a'], [1], ['z', 'y'])
            "a,b".split(","), " x  y ".split(), "-".join(["a", "b"]), "Ab".upper(), "Ab".lower() => (['a', 'b'], ['x', 'y'], 'a-b', 'AB', 'ab')
            " x ".strip(), "abc".startswith("ab"), "abc".endswith("ab"), "aXbX".replace("X", "-") => ('x', True, False, 'a-b-')
            [1, 2, 2].count(2), (5, 6).index(6), [1, 2].index(2) => (2, 1, 1)
            isinstance(1, int), isinstance(True, int), isinstance(1.0, (int, str)), isinstance("", str) => (True, True, False, True)
            f"{1 + 1}|{'a'}|{3.0}|{{}}" => 2|a|3.0|{}
            f"{5:3d}|{5:<3}|{5:^3}|{5:03d}|{255:x}|{255:#x}|{5:b}|{-5:04d}" => "  5|5  | 5 |005|ff|0xff|101|-005"
            f"{3.14159:.2f}|{2.5:.0f}|{1234567:,}|{0.5:%}|{1e-7:g}|{1234.5:e}|{3:+d}" => "3.14|2|1,234,567|50.000000%|1e-07|1.234500e+03|+3"
            f"{'ab':>4}|{'ab':*^6}|{'abc':.2}|{1 / 3:8.3f}" => "  ab|**ab**|ab|   0.333"
            f"{'a'!r}" => 'a'
            f"{1 + 1=}" => 1 + 1=2
            "a" 'b' "c" => abc
            """;

    static Stream<String> expressions() {
        return EXPRESSIONS.lines();
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void shows(String line) {
        String expression = line.substring(0, line.lastIndexOf(" => "));
        String expected = line.substring(line.lastIndexOf(" => ") + 4);
        if (expected.startsWith("\"") && expression.startsWith("f\"")) {
            expected = expected.substring(1, expected.length() - 1);
        }
        assertThat(Texts.printed("def kernel(p, n, tl):\n    x = " + expression + "\n    print(x)\n"))
                .containsExactly(expected);
    }

    @Test
    void statementsRunAsInPython() {
        assertThat(Texts.printed("""
                        N = 3
                        NAMES = ("a", "b")
                        A, B = 1, N * 2
                        TABLE = {"x": [1, 2]}

                        def fib(n):
                            if n < 2:
                                return n
                            return fib(n - 1) + fib(n - 2)

                        def swap(a, b=5, *, c=7):
                            return b, a, c

                        def nothing():
                            pass

                        def kernel(p, n, tl):
                            \"""A docstring is not a statement.\"""
                            total: int = 0
                            unset: int
                            for i in range(10):
                                if i == 2:
                                    continue
                                elif i > 5:
                                    break
                                else:
                                    total += i
                            else:
                                print("never")
                            print(total, i)
                            for i in ():
                                pass
                            else:
                                print("empty", i)
                            while n > 0:
                                n -= 1
                                if n == 1:
                                    break
                            else:
                                print("never")
                            print(n)
                            a = b = [1]
                            a += [2]
                            b.append(3)
                            print(a, b, sep="|")
                            x, (y, z) = 1, (2, 3)
                            x, y = y, x
                            print(x, y, z)
                            d = {}
                            for name in NAMES:
                                d[name] = d.get(name, 0) + len(NAMES)
                            d["a"] *= 4
                            for k, v in d.items():
                                print(k, v)
                            print(swap(1), swap(1, c=2), swap(b=1, a=2), nothing())
                            print(fib(15), A + B, TABLE["x"][-1])
                            for letter in "hi":
                                print(letter)
                            row = [0] * 3
                            row[1] = 5; row[-1] = 6
                            print(row)
                            grow = [1]
                            for g in grow:
                                if len(grow) < 4:
                                    grow.append(g * 2)
                            print(grow)
                            q = [3, 1]
                            q.extend((7, 8)); q.insert(1, 9); q.reverse(); print(q.pop(), q.pop(0), q)
                            t = 0
                            for i in range(3):
                                for j in range(3):
                                    if j > i:
                                        break
                                    t = t * 10 + j
                            print(t)
                            a = [1, 2]
                            print(a, a.pop(), sep=str(a))
                        """))
                .containsExactly(
                        "13 6",
                        "empty 6",
                        "1",
                        "[1, 2, 3]|[1, 2, 3]",
                        "2 1 3",
                        "a 8",
                        "b 2",
                        "(5, 1, 7) (5, 1, 2) (1, 2, 7) None",
                        "610 7 2",
                        "h",
                        "i",
                        "[0, 5, 6]",
                        "[1, 2, 4, 8]",
                        "3 8 [7, 1, 9]",
                        "1012",
                        "[1][1]2");
    }

    @Test
    void handlesHaveAttributesAndOperators() {
        assertThat(Texts.printed("""
                        def kernel(p, n, scale, name, tl):
                            h = tl.load(p, (2, 2), dtype="f32")
                            print(h.shape, h.dtype, h.space, h.nbytes, h.ndim, name)
                            two = tl.full((2, 2), 2, "f32")
                            x = (h + two) * scale - 1 / two
                            print(x[0, 0], x[-1, 1])
                            print((-h)[0, 1], (3 - h)[1, 1], (h @ two)[1, 0], tl.sum(h, 1)[1], tl.max(h, axis=-1)[0])
                            m = h > 2.5
                            print(m[0, 0], m[1, 1], m.dtype, (2 <= h)[0, 1])
                            w = tl.where(m, h, two)
                            print([w[0, 0], w[1, 1]])
                            i = tl.cast(h, "i32")
                            print(i[1, 0], isinstance(i[1, 0], int), tl.item(i, 1, 1))
                            s = tl.softmax(tl.zeros((4,), "f32"))
                            print(s[0], tl.maximum(h, 3.5)[0, 0], tl.minimum(2, h)[1, 1], tl.clamp(h, 2, 3)[1, 1])
                            if tl.sum(tl.sum(h, 0), 0) == 10:
                                print("ten")
                            r = tl.ref(p, 4, "f32")
                            tl.store(p, tl.mul(r, 2.0))
                            print(tl.load(p, 4, "f32")[3], tl.program_id(), tl.num_programs(1), tl.cdiv(7, 2), tl.place())
                            print(tl.fma(h, two, two)[1, 1], tl.transpose(h)[0, 1], tl.abs(-h)[0, 0], tl.sqrt(two * 2)[0, 0])
                        """, 0.5, "me"))
                .containsExactly(
                        "(2, 2) f32 tcm 16 2 me",
                        "1.0 2.5",
                        "-2.0 -1.0 14.0 7.0 2.0",
                        "False True bool True",
                        "[2.0, 4.0]",
                        "3 True 4",
                        "0.25 3.5 2.0 3.0",
                        "ten",
                        "8.0 0 1 4 (0, 0, 0)",
                        "10.0 3.0 1.0 2.0");
    }

    @Test
    void integersOfHandlesAreExact() {
        assertThat(Texts.printed("""
                        N = 9007199254740993
                        def kernel(p, n, tl):
                            c = tl.full((1,), N, "i64")
                            print(c[0], tl.item(c, 0), (tl.zeros((1,), "i64") + N)[0], (N - tl.zeros((1,), "i64"))[0])
                            print((c == N)[0], (N != c)[0], (c < N)[0], (c == N - 1)[0])
                            print(tl.maximum(c, 2 ** 62 + 1)[0], tl.minimum(N, c)[0], tl.clamp(c, -N, N - 2)[0])
                            print((c * 1 - 1)[0], tl.div(c, N)[0], tl.clamp(c, 0, 4.0)[0], (c + True)[0])
                            print(tl.full((1,), -9223372036854775808, "i64")[0])
                            u = tl.full((1,), 2.0 ** 63, "u64")
                            print((u > 9223372036854775807)[0], (u - 2 ** 62)[0], tl.full((1,), N, "f64")[0], u[0] + 1)
                        """))
                .containsExactly(
                        "9007199254740993 9007199254740993 9007199254740993 9007199254740993",
                        "True False False False",
                        "4611686018427387905 9007199254740993 9007199254740991",
                        "9007199254740992 1 4 9007199254740994",
                        "-9223372036854775808",
                        "True 4611686018427387904 9007199254740992.0 9223372036854775809");
    }

    @Test
    void otherPythonIsSkipped() {
        String text = """
                #!/usr/bin/env python3
                import argparse, os
                from math import pi as PI
                try:
                    import torch
                except ImportError:
                    torch = None

                class Config:
                    x = lambda self: [y for y in self]

                SIZE = 8
                PATH = os.environ["HOME"]

                @decorated
                def host(*args, **kw):
                    with open(PATH) as f:
                        yield from f

                def kernel(p, n, tl):
                    print(SIZE)

                if __name__ == "__main__":
                    host()
                """;
        assertThat(Texts.printed(text)).isEqualTo(List.of("8"));
    }
}
