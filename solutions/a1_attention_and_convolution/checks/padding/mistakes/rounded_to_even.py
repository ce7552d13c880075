"""Your same_padding rounds K / 2 with round(), which goes to the nearest even number: 2.5 becomes 2 and 3.5 becomes
4. Print it for several K."""


def same_padding(K):
    return round(K / 2)


padding_mode = "replicate"
