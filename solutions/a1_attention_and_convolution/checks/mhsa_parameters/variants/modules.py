"""Builds linear layers in a module and counts their parameters."""


class _Layer(nn.Module):
    def __init__(self, n_heads, d_in, d_hid, d_o, d_out):
        super().__init__()
        self.queries = nn.ModuleList(nn.Linear(d_in, d_hid, bias=False) for _ in range(n_heads))
        self.keys = nn.ModuleList(nn.Linear(d_in, d_hid, bias=False) for _ in range(n_heads))
        self.values = nn.ModuleList(nn.Linear(d_in, d_o, bias=False) for _ in range(n_heads))
        self.output = nn.Linear(n_heads * d_o, d_out)


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    layer = _Layer(n_heads, d_in, d_hid, d_o, d_out)
    return sum(p.numel() for p in layer.parameters() if p.requires_grad)
