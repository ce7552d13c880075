"""You keep the positions of the first call and return them again later. Heads move while the model trains, so every
call has to look anew."""

_positions = {}


def head_positions(model):
    if id(model) not in _positions:
        _positions[id(model)] = torch.stack([layer.attention.centers.detach() for layer in model.encoder.layers])
    return _positions[id(model)]
