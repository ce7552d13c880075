"""Your gelu_tanh equals x times the sigmoid of 1.702 x, however it is written: another and coarser approximation.
Compare the argument of tanh in Eq. (9): it has a term with x cubed.
"""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return x * torch.sigmoid(1.702 * x)
