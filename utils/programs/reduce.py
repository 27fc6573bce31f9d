"""Makes a program smaller while it stays interesting: whole chunks of lines go,
first large ones, then small ones, braces always in balance."""


def balanced(lines):
    depth = 0
    for line in lines:
        for letter in line:
            depth += {"{": 1, "}": -1}.get(letter, 0)
            if depth < 0:
                return False
    return depth == 0


def block_end(lines, first):
    """Where the block ends that the lines from `first` open, or first + 1."""
    depth = 0
    for index in range(first, len(lines)):
        depth += lines[index].count("{") - lines[index].count("}")
        if depth < 0:
            break
        if depth == 0 and index > first:
            return index + 1
        if depth == 0 and "{" not in lines[first] and index > first + 1:
            break
    return first + 1


def candidates(lines, size):
    """Ranges of lines that could go: chunks of a size, and whole blocks."""
    index = 0
    while index < len(lines):
        yield index, min(index + size, len(lines))
        index += size
    if size == 1:
        for index, line in enumerate(lines):
            if "{" in line and "}" not in line:
                yield index, block_end(lines, index)
                # With the head of the block, and the block without its braces.
                yield max(index - 1, 0), block_end(lines, index)


def unwrapped(lines):
    """Programs in which a block lost its head and braces."""
    for index, line in enumerate(lines):
        if line.strip() == "{" and index:
            end = block_end(lines, index)
            yield lines[:index - 1] + lines[index + 1:end - 1] + lines[end:]


def smaller(lines, size):
    for first, last in candidates(lines, size):
        if first < last and balanced(lines[first:last]):
            yield lines[:first] + lines[last:]
    if size == 1:
        yield from unwrapped(lines)


def reduce(text, interesting, show):
    """The smallest text found that is interesting, as `text` is."""
    lines = text.splitlines()
    size = max(len(lines) // 2, 1)
    while True:
        progress = True
        while progress:
            progress = False
            for fewer in smaller(lines, size):
                if len(fewer) < len(lines) and interesting("\n".join(fewer) + "\n"):
                    lines, progress = fewer, True
                    show(f"{len(lines)} lines")
                    break
        if size == 1:
            return "\n".join(lines) + "\n"
        size //= 2
