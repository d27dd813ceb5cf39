"""The file system in the emulated Pico's flash memory: a LittleFS image made from a dict of files, and read back."""

BLOCK = 4096
BLOCKS = 352  # 1408 KB, what MicroPython takes of a Pico's 2 MB
OFFSET = 0xA0000  # where it begins in the flash memory
# As MicroPython mounts it; a smaller cache could not read small files that it keeps in the folder's own block.
_SHAPE = {"block_size": BLOCK, "block_count": BLOCKS, "prog_size": 256, "read_size": 32, "lookahead_size": 32, "cache_size": 1024}

# As it mounts a block device that says nothing of itself.
_SMALL = {"prog_size": 32, "read_size": 32, "lookahead_size": 32, "cache_size": 128}


def build(files):
    """The image (bytes) of a file system with `files`, a dict path -> bytes or text; folders are made as needed."""
    from littlefs import LittleFS

    system = LittleFS(**_SHAPE)
    made = set()
    for path in sorted(files):
        data = files[path]
        parts = path.strip("/").split("/")
        for depth in range(1, len(parts)):
            folder = "/".join(parts[:depth])
            if folder not in made:
                system.mkdir(folder)
                made.add(folder)
        with system.open("/".join(parts), "wb") as file:
            file.write(data.encode() if isinstance(data, str) else bytes(data))
    return bytes(system.context.buffer)


def read(image, block=BLOCK):
    """The files of an image in blocks of that size: dict path -> bytes. Raises littlefs.LittleFSError if there is no file system in it."""
    from littlefs import LittleFS

    shape = _SHAPE if block == BLOCK else dict(_SMALL, block_size=block, block_count=len(image) // block)
    system = LittleFS(**shape, mount=False)
    system.context.buffer[:] = image
    system.mount()
    files = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}".lstrip("/")
            with system.open(path, "rb") as file:
                files[path] = file.read()
    return files
