# A callback in Python is named when it would have to run.
#: fails EXEC-117
import pypto.language as pl


@pl.program
class P:
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def inspect(f: pl.Tensor[[8], pl.FP32]):
        import numpy as np

        print(np.mean(f))

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        self.inspect(x)
        return x
