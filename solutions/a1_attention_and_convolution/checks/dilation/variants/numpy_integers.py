"""A numpy array of integers, in the opposite order, with an extra keyword."""


def dilated_centers(K, dilation=1, *, sign=-1):
    return sign * dilation * (np.indices((K, K)).reshape(2, -1).T - K // 2)
