TILE = 16
BIAS = 4.0


def tiles(n):
    return [k * TILE for k in range(n // TILE)]
