"""Builds v and r and multiplies them."""


def gaussian_score(delta, center, alpha):
    v = -alpha * torch.stack([torch.ones_like(center[0]), -2 * center[0], -2 * center[1]])
    r = torch.cat([delta.pow(2).sum(-1, keepdim=True), delta], dim=-1)
    return torch.einsum("...p,p->...", r, v)
