"""Your function returns inside of the loop, so only the first row is kept. Look at how far the return is indented."""


def strided(conv_output, stride):
    rows = []
    for i in range(0, conv_output.shape[0], stride):
        rows.append(conv_output[i, ::stride])
        return torch.stack(rows)
