"""What the engine takes on MicroPython (unix port, 64-bit objects): .mpy files and heap."""

import engine
from host.bench import Figure

HEAP = 192 * 1024       # bytes; about what a Pico has
STEP = 512              # bytes; how finely the smallest heap is looked for


def smallest_heap(device, name):
    """Bytes of the smallest heap in which the game `name` starts and can be played; None if `HEAP` is not enough."""
    if device.run(HEAP, "work", name) is None:
        return None
    low, high = 0, HEAP // STEP
    while high - low > 1:
        middle = (low + high) // 2
        if device.run(middle * STEP, "work", name) is None:
            low = middle
        else:
            high = middle
    return high * STEP


def figures(device, progress):
    """Yield the `Figure`s of the engine on `device`; `progress(text)` is told what runs."""
    yield Figure("memory", "engine, .mpy files with all games", device.size("engine") / 1024, "KB", 1)
    for name in engine.NAMES:
        progress(f"heap: {name}")
        without, started, peak = device.run(HEAP, "heap", name)
        yield Figure("memory", f"engine with {name} started, heap in use", (started - without) / 1024, "KB", 1)
        yield Figure("memory", f"engine with {name} played, peak in use", (peak - without) / 1024, "KB", 1)
        smallest = smallest_heap(device, name)
        if smallest is not None:
            yield Figure("memory", f"engine with {name} played, smallest heap", smallest / 1024, "KB", 1)
    progress("heap: all games")
    fits = device.run(HEAP, "work", *engine.NAMES) is not None
    yield Figure("memory", f"all games one after another in {HEAP // 1024} KB", int(fits), "(1 = they fit)")
