"""What libraries could compute in a student's place: the words that a check forbids, and by which names each is reached.

Which of them a question forbids is its check's affair. Nothing heavy is imported here: the judge reads it too.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Thing:
    """Something that libraries compute under several names."""

    words: tuple[str, ...]
    """Parts of the names of operators, functions and classes that compute it, or enough to have it in one step."""
    holders: tuple[str, ...] = ()
    """Parts of the names of operators that compute it among other things, or when an argument asks for it."""
    elsewhere: tuple[str, ...] = ()
    """Functions and classes that compute it under a name that tells nothing."""
    tables: tuple[str, ...] = ()
    """The tables in torch's library that hold its fastest code for this machine, by their names in C++."""
    probes: tuple[str, ...] = ()
    """Calls with a vector x that must be refused once it is forbidden."""

    def is_named_in(self, name: str) -> bool:
        """Whether a name of a function or class says that it computes this."""
        folded = fold(name)
        return any(fold(word) in folded for word in self.words)

    def is_done_by(self, function: str, file: str) -> bool:
        """Whether code computes this, by the full name of its function and by the file that it is from."""
        name = function.partition(".")[0]
        listed = (other.split(".") for other in self.elsewhere)
        return self.is_named_in(function) or any(parts[-1] == name and f"/{parts[0]}/" in file for parts in listed)

    def is_computed_by(self, operator: str) -> bool:
        """Whether an operator of torch, as `namespace::name.overload`, computes this."""
        name = operator.partition("::")[2].partition(".")[0]
        return self.is_named_in(name) or any(fold(holder) in fold(name) for holder in self.holders)


# oneDNN's fused operators apply the activation that an argument names
_WITH_ANY_ACTIVATION = ("pointwise", "addmm_activation")
# one kind of normalisation gives all others when axes are moved, or the mean is subtracted first
_NORMALISATION = Thing(
    words=("layer_norm", "group_norm", "batch_norm", "instance_norm", "rms_norm", "response_norm", "cross_map_lrn"),
    holders=("transformer_encoder_layer_fwd",),
    elsewhere=(
        "torch._refs._normalize",
        "scipy.cluster.vq.whiten",
        "scipy.stats.zscore",
        "scipy.stats.zmap",
        "scipy.stats.gzscore",
        "scipy.stats.mstats.zscore",
        "scipy.stats.mstats.zmap",
        "sklearn.preprocessing.scale",
        "sklearn.preprocessing.StandardScaler",
    ),
    tables=(
        "LayerNormKernel",
        "LayerNormBackwardKernel",
        "GroupNormKernel",
        "GroupNormBackwardKernel",
        "batch_norm_cpu_stub",
        "batch_norm_cpu_backward_stub",
        "batch_norm_cpu_collect_stats_stub",
        "qbatch_norm_cpu_stub",
        "qbatch_norm_relu_stub",
        "qbatch_norm_stub",
        "quantized_normalize_stub",
        "quantized_groupnorm_nhwc_stub",
    ),
    probes=(
        "torch.nn.functional.layer_norm(x, x.shape)",
        "torch.native_layer_norm(x, x.shape, None, None, 1e-5)",
        "torch.nn.functional.group_norm(x[None], 1)",
        "torch.nn.functional.instance_norm(x[None, None])",
        "torch.nn.functional.rms_norm(x, x.shape)",
        "torch.ops.aten._native_batch_norm_legit.no_stats(x[None, None], None, None, True, 0.1, 1e-5)",
        "torch._C._VariableFunctions.batch_norm(x[None, None], None, None, None, None, True, 0.1, 1e-5, False)",
    ),
)
_ATTENTION = Thing(
    # the last are patterns that torch's compiler looks for: each is attention written out
    words=("attention", "transformer_encoder", "transformer_decoder", "sfdp_pattern", "sfdp_replacement"),
    elsewhere=("torch.nn.Transformer",),
    tables=("flash_attention_kernel", "flash_attention_backward_kernel"),
    probes=(
        "torch.nn.functional.scaled_dot_product_attention(x[None], x[None], x[None])",
        "torch._C._nn.scaled_dot_product_attention(x[None], x[None], x[None])",
        "torch.ops.aten._scaled_dot_product_attention_math(x[None], x[None], x[None])",
        "torch.nn.MultiheadAttention(1, 1)",
        "torch.nn.TransformerEncoderLayer(1, 1)",
        "torch.nn.Transformer(1, 1)",
    ),
)
# with open or closed gates, the others give the step of a plain recurrent network
_RECURRENT = Thing(
    words=("rnn", "gru", "lstm"),
    tables=(
        *(
            f"{kind}{packed}_{library}_stub"
            for kind in ("rnn_tanh", "rnn_relu", "gru", "lstm")
            for packed in ("", "_packed")
            for library in ("cudnn", "miopen")
        ),
        "lstm_mkldnn_stub",
    ),
    probes=(
        "torch.nn.RNN(1, 1)",
        "torch.nn.RNNCell(1, 1)",
        "torch.nn.GRUCell(1, 1)",
        "torch.rnn_tanh_cell(x[None], x[None], x.outer(x), x.outer(x))",
        "torch._C._VariableFunctions.rnn_relu_cell(x[None], x[None], x.outer(x), x.outer(x))",
        "torch.ops.aten.gru_cell(x[None], x[None], x.outer(x).repeat(3, 1), x.outer(x).repeat(3, 1))",
    ),
)
_KNOWN = {
    "gelu": Thing(
        words=("gelu",),
        holders=("transformer_encoder_layer_fwd", *_WITH_ANY_ACTIVATION),
        tables=("GeluKernel", "GeluBackwardKernel", "qgelu_stub"),
        probes=(
            "torch.nn.functional.gelu(x)",
            "torch.nn.GELU()(x)",
            "torch.nn.functional.gelu(x, approximate='tanh')",
            "torch._C._nn.gelu(x)",
            "torch.ops.aten.gelu.out(x, out=x.clone())",
            "torch.ops.aten.gelu.default.redispatch(torch._C.DispatchKeySet(torch._C.DispatchKey.CPU), x)",
        ),
    ),
    "mish": Thing(
        words=("mish",),
        holders=_WITH_ANY_ACTIVATION,
        tables=("mish_stub", "mish_backward_stub"),
        probes=("torch.nn.functional.mish(x)", "torch.nn.Mish()(x)", "torch.ops.aten.mish(x)", "torch._C._nn.mish(x)"),
    ),
    "attention": _ATTENTION,
    "rnn": _RECURRENT,
    **dict.fromkeys(("layer_norm", "group_norm", "batch_norm", "instance_norm", "rms_norm"), _NORMALISATION),
}
KNOWN = tuple(dict.fromkeys(_KNOWN.values()))
"""All things that are described here."""


def things(words: Iterable[str]) -> tuple[Thing, ...]:
    """What words stand for; one that is not described here stands for whatever has it in its name."""
    return tuple(dict.fromkeys(_KNOWN.get(word) or Thing((word,)) for word in words))


def fold(name: str) -> str:
    """A name without the differences between layer_norm, LayerNorm and layernorm."""
    return name.lower().replace("_", "")
