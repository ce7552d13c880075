"""Two loops that fill a numpy array."""


def strided(conv_output, stride, start=0):
    image = conv_output.detach().numpy()
    w, h, c = image.shape
    out = np.zeros((math.ceil(w / stride), math.ceil(h / stride), c))
    for a in range(out.shape[0]):
        for b in range(out.shape[1]):
            out[a, b] = image[start + a * stride, start + b * stride]
    return out
