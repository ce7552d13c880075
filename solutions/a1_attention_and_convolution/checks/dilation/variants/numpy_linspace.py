"""A numpy grid of floats made with linspace."""


def dilated_centers(K, dilation):
    reach = dilation * (K - 1) / 2
    line = np.linspace(-reach, reach, K)
    ii, jj = np.meshgrid(line, line)
    return np.column_stack([ii.ravel(), jj.ravel()])
