"""Your same_padding returns a word. Asked is the number of pixels per side, as a function of K."""


def same_padding(K):
    return "same"


padding_mode = "replicate"
