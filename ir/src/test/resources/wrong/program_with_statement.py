import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    for i in pl.range(3):  # error[LANG-507] col 5: functions and constants
        pass
