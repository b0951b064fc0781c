# The language under other module names.
#: expect out[i, j] = x[i, j] - 1
import pypto
import pypto.language
from pypto import language as lang
from pypto.language import FunctionType
from pypto import DataType


@lang.program
class P:
    @pypto.language.function(type=FunctionType.InCore)
    def k(self, x: lang.Tensor[[16, 16], DataType.FP32], out: lang.Out[lang.Tensor[[16, 16], lang.FP32]]) -> lang.Tensor[[16, 16], lang.FP32]:
        t = lang.load(x, [0, 0], [16, 16])
        return pypto.language.store(lang.sub(t, 1.0), [0, 0], out)
