# ---
# jupyter:
#   jupytext:
#     notebook_metadata_filter: kernelspec,jupytext,-jupytext.text_representation.jupytext_version
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Attention and Convolution
#
# A convolution looks at a fixed neighbourhood. An attention layer decides for itself where to look.
# In this assignment you prove that the second can imitate the first, then you build the pieces, train them,
# and watch where attention heads go.
#
# **What you will learn**
#
# - to read multi-head attention as a sum over heads and pixels, and to count what it costs,
# - why positions must be told to attention, and two ways to do so,
# - the proof that attention heads with the right positions *are* a convolution, with its conditions,
# - to write positional embeddings, GELU, layer normalisation and a feed-forward block that are right to the last digit,
# - to look at a trained model with a theorem in mind, and to say honestly what you see.
#
# **Why it matters.** Vision models moved from convolutions to attention. Is that a different kind of machine, or the same one with
# fewer rules? The theorem gives half of an answer, your training runs the other half. The paper behind this assignment:
#
# > J.-B. Cordonnier, A. Loukas, M. Jaggi: *On the Relationship between Self-Attention and Convolutional Layers.* International
# > Conference on Learning Representations (ICLR), 2020. [arXiv:1911.03584](https://arxiv.org/abs/1911.03584)
#
# | | what you do | points | time |
# |---|---|---:|---:|
# | **Question 1** | theory: short functions, short written answers | 60 | 3 h 40 min |
# | **Question 2** | code: the parts of a small model, and its training | 40 | 3 h |
#
# Plan **about 7 hours** in all, best on two or three days. A heading says what waits below it:
# `label · title · points · difficulty · time`. Of `3 + 2 points`, three are for code and two for a written answer. ●○○ is a
# warm-up, ●●○ takes some thought, ●●● is hard.
#
# **How it works**
#
# - Fill in the cells that say `YOUR CODE HERE`, and the written answers below each box with a ✍.
#   Keep the names and signatures. Cells marked **(DO NOT CHANGE)** are restored before grading; most of them are folded: open them
#   when you are curious.
# - After each cell come *public checks*. They catch the common slips. Your grade comes from further checks that
#   you do not see: other shapes, other values, gradients, borders. So `public checks passed` means *go on*, not *done*.
# - *Run all* works at any time: what is not filled in yet is passed over, and each check says how far you are.
# - Each part is judged on its own merits: a slip in an early part does not cost you the later parts that use it.
# - Use what the imports cell brings and Python's standard library, nothing else.
# - Before you hand in: restart the kernel, run all cells from top to bottom, save.
#
# Stuck? Open the hints one at a time; the first is small on purpose.
#
# <details><summary>Further reading</summary>
#
# - A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, A. N. Gomez, Ł. Kaiser, I. Polosukhin: *Attention Is All You Need.* Advances in
#   Neural Information Processing Systems 30, 2017. [arXiv:1706.03762](https://arxiv.org/abs/1706.03762) (multi-head attention, sine and cosine positions)
# - Z. Dai, Z. Yang, Y. Yang, J. Carbonell, Q. V. Le, R. Salakhutdinov: *Transformer-XL: Attentive Language Models beyond a Fixed-Length Context.*
#   Annual Meeting of the Association for Computational Linguistics (ACL), 2019. [arXiv:1901.02860](https://arxiv.org/abs/1901.02860) (relative encoding, Eq. 3)
# - J. Devlin, M.-W. Chang, K. Lee, K. Toutanova: *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* Conference of the
#   North American Chapter of the ACL (NAACL-HLT), 2019. [arXiv:1810.04805](https://arxiv.org/abs/1810.04805) (the encoder layer)
# - D. Hendrycks, K. Gimpel: *Gaussian Error Linear Units (GELUs).* 2016. [arXiv:1606.08415](https://arxiv.org/abs/1606.08415)
# - J. L. Ba, J. R. Kiros, G. E. Hinton: *Layer Normalization.* 2016. [arXiv:1607.06450](https://arxiv.org/abs/1607.06450)
#
# </details>

# %% [markdown]
# ## Conventions
#
# They hold everywhere below.
#
# - An image is a tensor `(width, height, channels)`. A pixel is a pair $\mathbf p = (i, j)$: $i$ runs along the width,
#   $j$ along the height. A batch axis, where there is one, comes first.
# - Rows are tokens: a projection multiplies from the right, $\mathbf Z \mathbf W$.
# - $\boldsymbol\delta = \mathbf q - \mathbf k = (\delta_1, \delta_2)$ is the step from the key pixel $\mathbf k$ to the query pixel
#   $\mathbf q$; $\delta_1$ is its part along $i$, $\delta_2$ along $j$. A head has a centre $\boldsymbol\Delta = (\Delta_1, \Delta_2)$, and
#   looks at the pixel with $\boldsymbol\delta = \boldsymbol\Delta$, so at $\mathbf k = \mathbf q - \boldsymbol\Delta$. Mind the sign.
# - $\mathbf A_{\mathbf q,\mathbf k}$ is the score of key $\mathbf k$ for query $\mathbf q$; a colon stands for a whole row or column, so
#   $\mathbf Z_{\mathbf k,:}$ is the row of $\mathbf Z$ that belongs to pixel $\mathbf k$.
# - Where a number is asked, a Python number and a tensor with one entry are both fine. Counts are whole numbers; an equal
#   float will do. Where an array is asked, a tensor and a numpy array are both fine.
# - Your functions work in single and in double precision, cope with large values, and leave their inputs as they are.
# - In all pictures $i$ runs to the right and $j$ downwards, as images are shown.
#
# ![A query pixel, the key pixel its head looks at, and the step delta between them](figures/delta.png)

# %% nbgrader={"grade": false, "grade_id": "imports", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Library imports (DO NOT CHANGE)
import contextlib
import gc
import io
import math
import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F
from IPython.display import display
from matplotlib.axes import Axes
from matplotlib.collections import EllipseCollection
from matplotlib.figure import Figure
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import Tensor, nn
from torch.utils.tensorboard import SummaryWriter
from torchvision.datasets import CIFAR10
from tqdm.auto import tqdm

try:
    import ipywidgets
except ImportError:  # the sliders become a row of still panels
    ipywidgets = None

GRADED = "NBGRADER_EXECUTION" in os.environ  # nbgrader sets it: training then takes a few steps only
plt.rcParams["figure.dpi"] = 40 if GRADED else 90
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
gc.set_threshold(50_000)  # the libraries hold very many objects: look through them for garbage less often

# %% nbgrader={"grade": false, "grade_id": "public_checks", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Public checks and score line (DO NOT CHANGE)
# include: public_checks


# %% nbgrader={"grade": false, "grade_id": "look_at_answers", "locked": true, "schema_version": 3, "solution": false, "task": false}
# How public checks look at answers (DO NOT CHANGE)
def numbers(answer) -> Tensor:
    """An answer as a tensor without gradients: a tensor, an array, a number, or a list of them."""
    assert answer is not None, "your function returned nothing: is `return` missing, or `print` used instead?"
    assert not isinstance(answer, str), "your function returned text where numbers are asked"
    if isinstance(answer, list | tuple):
        return torch.stack([numbers(part) for part in answer])
    return torch.as_tensor(answer).detach()


def same(answer, expected, atol: float = 1e-5) -> bool:
    """Whether an answer has the shape and the values that are expected."""
    found, expected = numbers(answer).double(), numbers(expected).double()
    return found.shape == expected.shape and torch.allclose(found, expected, atol=atol)


def figure_and_numbers(answer) -> tuple[Figure, Tensor]:
    """The two parts of an answer that is a figure with the numbers it shows."""
    assert answer is not None, "your function returned nothing: is `return` missing?"
    assert isinstance(answer, tuple | list) and len(answer) == 2, (
        "return two things: the figure, and the numbers it shows"
    )
    assert isinstance(answer[0], Figure), (
        "first the figure itself, which plt.subplots() gives with its axes, then the numbers"
    )
    return answer[0], numbers(answer[1])


def shown_panels(figure: Figure) -> list[Axes]:
    """The panels in which something is drawn; colour bars are none."""
    colour_bars = [ax for ax in figure.axes if ax.get_label() == "<colorbar>" or hasattr(ax, "_colorbar")]
    return [ax for ax in figure.axes if ax.get_visible() and ax.has_data() and ax not in colour_bars]


def missing_labels(figure: Figure) -> str:
    """What a panel of a figure lacks, as a sentence; empty where each has a title and both axis labels."""
    panels = shown_panels(figure)
    for number, panel in enumerate(panels, start=1):
        # twin axes lie on the same place, and share what is written there
        twins = [ax for ax in panels if ax.get_position().bounds == panel.get_position().bounds]
        words = {
            "a title": [
                figure.get_suptitle(),
                *(ax.get_title(side) for ax in twins for side in ("left", "center", "right")),
            ],
            "a label on its x axis": [figure.get_supxlabel(), *(ax.get_xlabel() for ax in twins)],
            "a label on its y axis": [figure.get_supylabel(), *(ax.get_ylabel() for ax in twins)],
        }
        if missing := [name for name, texts in words.items() if not any(text.strip() for text in texts)]:
            return f"panel {number} of the figure lacks {' and '.join(missing)}"
    return "" if panels else "nothing is drawn in the figure"


def is_drawn(figure: Figure, values: Tensor) -> bool:
    """Whether a panel shows these values as a map, in any orientation."""
    drawn = [item.get_array() for ax in shown_panels(figure) for item in (*ax.images, *ax.collections)]
    wanted = values.flatten().sort().values
    return any(same(np.sort(np.ravel(array)), wanted) for array in drawn if array is not None)


class RememberCalls(torch.overrides.TorchFunctionMode):
    """Remembers the names of torch's functions that run."""

    def __init__(self) -> None:
        super().__init__()
        self.names = set()

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.add(getattr(function, "__name__", ""))
        return function(*args, **(kwargs or {}))


def torchs_own(words: tuple[str, ...], function: Callable, *args) -> str:
    """Those of torch's functions that run in a call and have one of the words in their name."""
    with RememberCalls() as remembered, torch.no_grad():
        function(*args)
    return " and ".join(sorted(name for name in remembered.names if any(word in name for word in words)))


# %% [markdown]
# ---
# # Question 1: theory (60 points)
#
# **Self-attention.** For tokens $\mathbf Z \in \mathbb R^{N \times D_i}$ one head computes *scores*
# $\mathbf A = \mathbf Z \mathbf W_q \mathbf W_k^\top \mathbf Z^\top$, turns every row into *probabilities*, and mixes the values:
#
# $$\operatorname{Self-Attention}(\mathbf Z) = \operatorname{softmax}(\mathbf A)\, \mathbf Z \mathbf W_v, \tag{1}$$
#
# with $\mathbf W_q, \mathbf W_k \in \mathbb R^{D_i \times D_{hid}}$ and $\mathbf W_v \in \mathbb R^{D_i \times D_o}$.
# (There is no factor $1/\sqrt{D_{hid}}$ in this assignment.)
#
# **Several heads.** $N_h$ heads work side by side, each with its own matrices. Their outputs are put next to each other and
# projected once:
#
# $$\operatorname{MultiHead}(\mathbf Z) = \operatorname{concat}_{h}\big[\operatorname{Self-Attention}_h(\mathbf Z)\big]\,
# \mathbf W_{out} + \mathbf b_{out}, \qquad
# \mathbf W_{out} \in \mathbb R^{N_h D_o \times D_{out}},\; \mathbf b_{out} \in \mathbb R^{D_{out}}. \tag{2}$$
#
# For images the tokens are the $N = W \cdot H$ pixels, width times height.

# %% [markdown]
# ### 1a.1 · Count the parameters · ●○○ · 10 min
#
# Write `num_mhsa_parameters`: the number of learnable parameters of the layer in Eq. (2).
#
# <details><summary>Hint 1</summary>
# Go through Eqs. (1) and (2) from left to right and write down the shape of everything that is learnt.
# </details>
# <details><summary>Hint 2</summary>
# Which of them exist once per head, and which once per layer?
# </details>


# %% nbgrader={"grade": false, "grade_id": "mhsa_parameters", "locked": false, "schema_version": 3, "solution": true, "task": false}
def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    """Number of learnable parameters of a multi-head self-attention layer, as an int."""
    ### BEGIN SOLUTION
    per_head = 2 * d_in * d_hid + d_in * d_o  # W_q and W_k, then W_v
    return n_heads * per_head + n_heads * d_o * d_out + d_out
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_mhsa_parameters", "locked": true, "points": 2.5, "schema_version": 3, "solution": false, "task": false}
with public_check("mhsa_parameters"):
    # All sizes 1: four matrices with one entry each, and one bias. Count them on one hand.
    assert numbers(num_mhsa_parameters(1, 1, 1, 1, 1)) == 5, (
        "one head, all sizes 1: W_q, W_k, W_v, W_out and b_out have one entry each, and there is nothing else"
    )
    assert numbers(num_mhsa_parameters(2, 1, 1, 1, 1)) == 9, (
        "two heads, all sizes 1: which of the five exist once per head, and what shape has W_out?"
    )
    many = numbers(num_mhsa_parameters(2, 3, 4, 5, 6))
    assert many != 138, "d_hid is the width of W_q and W_k; which width has W_v?"
    assert many == 144, (
        "heads, d_in, d_hid, d_o, d_out = 2, 3, 4, 5, 6: write down the shape of each matrix in Eqs. (1) and (2)"
    )


# %% [markdown]
# ### 1a.2 · Attention as one pixel sees it · ●●○ · 25 min
#
# Write Eq. (1) and Eq. (2) for a single query pixel $\mathbf q$.
#
# - `self_attention_pixel(Z, q, W_q, W_k, W_v)`: one head. `Z` is `(width, height, d_in)`, `q` a pair of ints,
#   `W_q` and `W_k` are `(d_in, d_hid)`, `W_v` is `(d_in, d_o)`. Returns `(d_o,)`.
# - `multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out)`: the same with a leading head axis on `W_q`, `W_k`, `W_v`;
#   `W_out` is `(heads * d_o, d_out)`, `b_out` is `(d_out,)`. Returns `(d_out,)`.
#
# <details><summary>Hint 1</summary>
# The softmax runs over all key pixels of the image at once, not over one row of it.
# </details>
# <details><summary>Hint 2</summary>
# <code>Z.reshape(-1, d_in)</code> turns the image into a list of tokens. You need only one row of scores.
# </details>


# %% nbgrader={"grade": false, "grade_id": "pixel_attention", "locked": false, "schema_version": 3, "solution": true, "task": false}
def self_attention_pixel(Z, q, W_q, W_k, W_v):
    """Output of one attention head at the query pixel q, shape (d_o,)."""
    ### BEGIN SOLUTION
    tokens = Z.reshape(-1, Z.shape[-1])  # (width * height, d_in)
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T  # (width * height,)
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)
    ### END SOLUTION


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    """Output of a multi-head layer at the query pixel q, shape (d_out,)."""
    ### BEGIN SOLUTION
    heads = [self_attention_pixel(Z, q, *weights) for weights in zip(W_q, W_k, W_v, strict=True)]
    return torch.cat(heads) @ W_out + b_out
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_pixel_attention", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
with public_check("pixel_attention"):
    # All scores zero: the head averages the image. 1, 2, 3 and 6 have mean 3.
    Z = torch.tensor([[[1.0], [2.0]], [[3.0], [6.0]]])
    zero, one = torch.zeros(1, 1), torch.ones(1, 1)
    averaged = numbers(self_attention_pixel(Z, (0, 1), zero, zero, one))
    assert averaged.shape == (1,), "one head returns a vector of d_o numbers"
    assert same(averaged, [3.0]), (
        "with zero scores the output is the mean over all four pixels: does your softmax run over the whole image?"
    )
    assert Z.flatten().tolist() == [1, 2, 3, 6], "your function changes the image Z"
    # A query that likes large features copies the pixel with the largest one.
    assert same(self_attention_pixel(Z, (1, 1), 10 * one, one, one), [6.0]), (
        "a very sharp query copies the best key: over which pixels does the softmax run, and which values does it mix?"
    )
    # Two pixels with the features 1 and 0, seen from the first: the scores are 1 and 0, so it gets e / (1 + e) = 0.7311.
    half = torch.full((1, 4), 0.5)
    scored = self_attention_pixel(torch.tensor([[[1.0]], [[0.0]]]), (0, 0), half, half, one)
    assert not same(scored, [0.6225], atol=1e-3), "there is no factor 1 / sqrt(d_hid) in Eq. (1)"
    assert same(scored, [0.7311], atol=1e-3), "scores 1 and 0 give the probabilities e / (1 + e) and 1 / (1 + e)"
    # W_q reads the first feature, W_k the second. Pixel (0, 1) asks with 50, pixel (1, 0) with -50; (1, 1) has the answer.
    Z_2 = torch.tensor([[[0.0, 0.0], [50.0, 0.0]], [[-50.0, 0.0], [0.0, 1.0]]])
    first, second = torch.tensor([[1.0], [0.0]]), torch.tensor([[0.0], [1.0]])
    copied = self_attention_pixel(Z_2, (0, 1), first, second, second)
    assert not same(copied, [0.25], atol=1e-3), (
        "the query pixel is read through W_q and the keys through W_k: are the two swapped?"
    )
    assert not same(copied, [0.0], atol=1e-3), "q = (i, j): Z[i, j] is the query pixel; is another one read?"
    assert same(copied, [1.0], atol=1e-3), "the score of a key is Z[q] W_q W_k^T Z[k]^T"
    # One pixel, two heads with the outputs (1, 2) and (3, 4): 1 * 1 + 2 * 10 + 3 * 100 + 4 * 1000, and the bias.
    W_v = torch.tensor([[[1.0, 2.0]], [[3.0, 4.0]]])
    W_out = torch.tensor([[1.0], [10.0], [100.0], [1000.0]])
    zeros = torch.zeros(2, 1, 3)
    out = numbers(multihead_pixel(torch.ones(1, 1, 1), (0, 0), zeros, zeros, W_v, W_out, torch.tensor([0.5])))
    assert out.shape == (1,), "the layer returns a vector of d_out numbers"
    assert not same(out, [4231.5]), "in the concatenation all numbers of head 0 come first, then all of head 1"
    assert not same(out, [4321.0]) and not same(out, [4322.0]), "b_out is added once, after W_out"
    assert same(out, [4321.5]), "concatenate the heads, then W_out, then b_out once"


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_pixel_attention", "locked": true, "schema_version": 3, "solution": false, "task": false}
# State both expressions as formulas: $\operatorname{Self-Attention}(\mathbf Z)_{\mathbf q,:}$ and
# $\operatorname{MultiHead}(\mathbf Z)_{\mathbf q,:}$. Say over what each sum runs.
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: the probabilities of one query: a softmax over the scores $\mathbf Z_{\mathbf q,:}\mathbf W_q\mathbf W_k^\top\mathbf Z_{\mathbf k,:}^\top$ (or over $\mathbf A_{\mathbf q,:}$, if $\mathbf A$ is defined).
# - 0.5 point: the sum of probability times $\mathbf Z_{\mathbf k,:}\mathbf W_v$ over **all** $W \cdot H$ key pixels; the range must be said, in the formula or in words.
# - 0.5 point: several heads, each with probabilities and $\mathbf W_v$ of its own, concatenated (or a sum over heads with the blocks of $\mathbf W_{out}$).
# - 0.5 point: after that one $\mathbf W_{out}$ and one $\mathbf b_{out}$.
#
# Nothing is lost for other letters, or for words that are as exact as symbols.
#
# Common wrong arguments: $\mathbf W_{out}$ inside the concatenation (not the last half point: the shapes do not fit); a softmax over queries or along one row of the
# image (not the first); a factor $1/\sqrt{D_{hid}}$ (not the first); formulas for the whole matrix, without $\mathbf q$ (at most 1 point in all).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_pixel_attention", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# With $\mathbf A_{\mathbf q,\mathbf k} = \mathbf Z_{\mathbf q,:}\mathbf W_q\mathbf W_k^\top\mathbf Z_{\mathbf k,:}^\top$,
#
# $$\operatorname{Self-Attention}(\mathbf Z)_{\mathbf q,:} = \sum_{\mathbf k} \operatorname{softmax}(\mathbf A_{\mathbf q,:})_{\mathbf k}\,
# \mathbf Z_{\mathbf k,:}\mathbf W_v,$$
#
# where the sum, and the sum inside the softmax, run over all $W \cdot H$ pixels; and
#
# $$\operatorname{MultiHead}(\mathbf Z)_{\mathbf q,:} = \operatorname{concat}_h\Big[\sum_{\mathbf k}
# \operatorname{softmax}(\mathbf A^{(h)}_{\mathbf q,:})_{\mathbf k}\mathbf Z_{\mathbf k,:}\mathbf W_v^{(h)}\Big]\mathbf W_{out} + \mathbf b_{out}.$$

# %% [markdown]
# **Where is a token?** Permute the rows of $\mathbf Z$ and the output rows are permuted in the same way: self-attention is
# permutation *equivariant*, it does not know where a token stands. So position must be put in.
#
# *Absolute* encoding adds a matrix $\mathbf P$ to the input, $\mathbf A = (\mathbf Z + \mathbf P)\mathbf W_q\mathbf W_k^\top(\mathbf Z + \mathbf P)^\top$.
#
# *Relative* encoding uses only the step $\boldsymbol\delta = \mathbf q - \mathbf k$:
#
# $$\mathbf A_{\mathbf q, \mathbf k} =
# \mathbf Z_{\mathbf q,:}\mathbf W_q\mathbf W_k^\top\mathbf Z_{\mathbf k,:}^\top
# + \mathbf Z_{\mathbf q,:}\mathbf W_q\widetilde{\mathbf W}_k\mathbf r_{\boldsymbol\delta}
# + \mathbf u^\top\mathbf W_k^\top\mathbf Z_{\mathbf k,:}^\top
# + \mathbf v^\top\widetilde{\mathbf W}_k\mathbf r_{\boldsymbol\delta}. \tag{3}$$
#
# Here the vector $\mathbf r_{\boldsymbol\delta}$ describes the step, $\widetilde{\mathbf W}_k$ is a second key matrix, for steps, and $\mathbf u$ and $\mathbf v$ are vectors that belong to the head.
#
# *Gaussian* encoding is one choice of its parts, with a centre $\boldsymbol\Delta$ and a width $\alpha > 0$ per head,
# and $D_p = 3$ the length of $\mathbf v$ and $\mathbf r$:
#
# $$\mathbf v = -\alpha \begin{pmatrix} 1 \\ -2\Delta_1 \\ -2\Delta_2 \end{pmatrix}, \quad
# \mathbf r_{\boldsymbol\delta} = \begin{pmatrix} \lVert\boldsymbol\delta\rVert^2 \\ \delta_1 \\ \delta_2 \end{pmatrix}, \quad
# \mathbf W_q = \mathbf W_k = \mathbf 0, \quad \widetilde{\mathbf W}_k = \mathbf I. \tag{4}$$

# %% [markdown]
# ### 1b.1 · The Gaussian score · ●○○ · 10 min
#
# Put Eq. (4) into Eq. (3) and simplify. `gaussian_score(delta, center, alpha)` takes `delta` of shape `(..., 2)`, `center` of shape
# `(2,)` and a number `alpha`, and returns the scores, shape `(...)`: exactly this score, with no constant added.
#
# <details><summary>Hint</summary>
# Three of the four terms vanish. What is left is a dot product of two vectors with three entries.
# </details>


# %% nbgrader={"grade": false, "grade_id": "gaussian_score", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gaussian_score(delta, center, alpha):
    """Gaussian attention score of every step in delta (..., 2), shape (...)."""
    ### BEGIN SOLUTION
    return -alpha * ((delta**2).sum(dim=-1) - 2 * (delta * center).sum(dim=-1))
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_gaussian_score", "locked": true, "points": 2.5, "schema_version": 3, "solution": false, "task": false}
with public_check("gaussian_score"):
    # delta = (3, 4) has squared length 25.
    delta = torch.tensor([3.0, 4.0])
    far = numbers(gaussian_score(delta, torch.tensor([0.0, 0.0]), 1.0))
    assert far.numel() == 1, "one step in, one score out: the last axis goes"
    assert not same(far.flatten(), [25.0]), "the sign: alpha > 0, and a key far from the centre gets a low score"
    assert same(far.flatten(), [-25.0]), "with the centre at 0 the score is -alpha * |delta|^2, which is -25 here"
    # The same delta, Delta = (1, 2) and alpha = 3: write down v and r of Eq. (4) and work out Eq. (3) by hand.
    score = round(float(numbers(gaussian_score(delta, torch.tensor([1.0, 2.0]), 3.0))), 3)
    assert score != -24, (
        "a constant was added: the softmax would be the same, but the score of Eq. (4) is asked as it stands"
    )
    assert score != -141, "check the sign of the entries of v that hold Delta"
    assert score != -42, "a factor is missing in the entries of v that hold Delta"
    assert score != -53, "alpha stands before the whole vector v"
    assert score != -15, "which entry of Delta meets which entry of delta?"
    assert score == -9, f"delta = (3, 4), Delta = (1, 2), alpha = 3: the score is -9, yours is {score:g}"
    many = numbers(gaussian_score(torch.zeros(4, 3, 2), torch.tensor([1.0, 2.0]), 0.5))
    assert tuple(many.shape) == (4, 3), "leading axes of delta stay, the last one goes"


# %% [markdown]
# ### 1b.2 · What does it cost? · ●●○ · 30 min
#
# Take one head with $D := D_i = D_{hid} = D_o$ and $N$ tokens. **Count multiplications** of: the query, key and value projections; the
# scores; mixing the values with the probabilities. Do *not* count the softmax, adding $\mathbf P$, the output projection, building
# $\mathbf r_{\boldsymbol\delta}$, or a product with zeros or with the identity.
#
# - `mults_absolute(N, D)`: absolute encoding.
# - `mults_gaussian(N, D, D_p)`: Gaussian encoding, with $\mathbf v$ and $\mathbf r$ of length `D_p`.
# - `score_order(kind)` for `"absolute"` or `"gaussian"`: how the cost of the *scores alone* grows, projections already done. Answer with one of
#   `"O(N D)"`, `"O(N D_p)"`, `"O(N^2)"`, `"O(N^2 D)"`, `"O(N^2 D_p)"`, `"O(N^2 D^2)"`.
#
# <details><summary>Hint 1</summary>
# A product of an $a \times b$ with a $b \times c$ matrix takes $a\,b\,c$ multiplications.
# </details>
# <details><summary>Hint 2</summary>
# Put Eq. (4) into Eq. (3) once more: which matrices does the layer still use, and which products are with zeros or the identity?
# </details>


# %% nbgrader={"grade": false, "grade_id": "attention_cost", "locked": false, "schema_version": 3, "solution": true, "task": false}
def mults_absolute(N, D):
    """Multiplications of a head with absolute encoding."""
    ### BEGIN SOLUTION
    return 3 * N * D**2 + 2 * N**2 * D
    ### END SOLUTION


def mults_gaussian(N, D, D_p):
    """Multiplications of a head with Gaussian encoding."""
    ### BEGIN SOLUTION
    return N * D**2 + N**2 * D + N**2 * D_p
    ### END SOLUTION


def score_order(kind):
    """Order of the cost of the scores alone, for kind "absolute" or "gaussian"."""
    ### BEGIN SOLUTION
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_attention_cost", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
with public_check("attention_cost"):
    # One token with one feature: q, k and v (3), one score (1), one mixing (1).
    assert numbers(mults_absolute(1, 1)) == 5, (
        "one token, one feature: 3 projections, 1 score, 1 mixing step, and nothing else is counted"
    )
    # One token with two features: a row of 2 times a 2 x 2 matrix, and so on: 16 by hand.
    assert numbers(mults_absolute(1, 2)) == 16, "one token, two features: write down the shapes of all five products"
    # Again 5, but of other parts: go through the layer step by step and write down what is multiplied.
    few, more = numbers(mults_gaussian(1, 1, 3)), numbers(mults_gaussian(1, 1, 4))
    assert few != more, "your count does not change with D_p, the length of v and r"
    assert few >= 5, (
        "one token, one feature, D_p = 3: your count is below 5; which parts of the layer does Eq. (4) not touch?"
    )
    assert few == 5, "one token, one feature, D_p = 3: leave out every product with zeros or with the identity"
    orders = ("O(N D)", "O(N D_p)", "O(N^2)", "O(N^2 D)", "O(N^2 D_p)", "O(N^2 D^2)")
    for kind in ("absolute", "gaussian"):
        assert score_order(kind) in orders, (
            f"score_order({kind!r}): answer with one of {', '.join(orders)}, written like this"
        )


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_attention_cost", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Compare the two layers in big-$\mathcal O$ notation with respect to $N$ and $D \gg D_p$: projections, scores, mixing. Why does the cost of the scores
# change? What does Gaussian encoding save, and what does it not save?
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: absolute encoding: the projections cost $\mathcal O(N D^2)$.
# - 0.5 point: absolute encoding: scores and mixing cost $\mathcal O(N^2 D)$.
# - 0.5 point: Gaussian encoding: the value projection remains, so $\mathcal O(N D^2)$ remains.
# - 0.5 point: Gaussian encoding: the mixing remains, so $\mathcal O(N^2 D)$ remains.
# - 0.5 point: the scores alone fall from $\mathcal O(N^2 D)$ to $\mathcal O(N^2 D_p)$.
# - 0.5 point: the reason: a score is a product of vectors of length $D_p$ in the place of $D$.
# - 0.5 point: what is saved: two of three projections and about half of the $N^2 D$ work; or: scores do not depend on the image, so a batch can share them.
# - 0.5 point: what is not saved: the order of the whole layer stays, it is still quadratic in $N$.
#
# Exact counts in the place of orders are fine. Who drops $N D^2$ because $N \gg D$, and says so, loses nothing.
#
# Common wrong arguments: "the layer becomes $\mathcal O(N^2 D_p)$" forgets the mixing (not the fourth half point, not the last); "it becomes linear in $N$" (not the last); "nothing is saved, the order
# is the same" (not the fifth to seventh).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_attention_cost", "locked": false, "points": 4, "schema_version": 3, "solution": true, "task": false}
# Absolute: three projections $3ND^2$, scores $N^2D$, mixing $N^2D$, together $\mathcal O(ND^2 + N^2D)$. Gaussian: only the value
# projection $ND^2$ and the mixing $N^2D$ remain beside scores of $N^2D_p$. With $D \gg D_p$ this is still $\mathcal O(ND^2 + N^2D)$:
# the order does not change. The scores alone do: $\mathcal O(N^2 D)$ becomes $\mathcal O(N^2 D_p)$. So we save two projections and about half of
# the quadratic work, and as the scores do not depend on the image, a batch can share them.

# %% [markdown]
# **Convolution.** For a kernel $\mathbf W \in \mathbb R^{K \times K \times C_{in} \times C_{out}}$ and a bias $\mathbf b$,
#
# $$\operatorname{Conv}(\mathbf Z)_{\mathbf p,:} = \sum_{\mathbf s \in \mathbb S_K} \mathbf Z_{\mathbf p + \mathbf s,:}\, \mathbf W_{\mathbf s,:,:} + \mathbf b,
# \qquad \mathbb S_K = \big\{-\lfloor K/2 \rfloor, \dots, \lfloor (K-1)/2 \rfloor\big\}^2. \tag{5}$$
#
# > **Main Theorem.** A multi-head self-attention layer with $K^2$ heads, head dimension $D_o \ge \min(D_i, D_{out})$, output dimension $D_{out}$ and a
# > relative encoding of dimension $D_p \ge 3$ can express any convolution with a $K \times K$ kernel and $D_{out}$ output channels, away from the border.
#
# (Why $D_o$ must be so large, you will see in 1c.2; what happens at the border, in 1d and 1e.)
#
# The proof has two halves. **Theorem 1** assumes heads that look at exactly one pixel each, with a bijection $\mathbf f$ from heads to shifts:
#
# $$\operatorname{softmax}(\mathbf A^{(h)}_{\mathbf q,:})_{\mathbf k} = \begin{cases} 1 & \text{if } \mathbf f(h) = \mathbf q - \mathbf k \\ 0 & \text{otherwise,} \end{cases} \tag{6}$$
#
# and shows that such a layer is a convolution. **Theorem 2** shows that Gaussian encoding gives such heads.
#
# ![Nine heads, each holding one weight matrix of a three by three kernel](figures/heads.png)

# %% [markdown]
# ### 1c.1 · One matrix per head · ●●○ · 15 min
#
# Equation (2) can be written as a sum over heads,
#
# $$\operatorname{MultiHead}(\mathbf Z) = \sum_h \operatorname{softmax}(\mathbf A^{(h)})\,\mathbf Z\,\mathbf W^{(h)} + \mathbf b_{out}. \tag{7}$$
#
# Write `head_matrix(W_v, W_out, h)`, which returns $\mathbf W^{(h)}$ for head `h`, counted from 0. `W_v` is `(heads, d_in, d_o)`,
# `W_out` is `(heads * d_o, d_out)`.
#
# <details><summary>Hint</summary>
# Multiply a row made of blocks with a column made of blocks: which rows of $\mathbf W_{out}$ does head $h$ meet?
# </details>


# %% nbgrader={"grade": false, "grade_id": "head_matrix", "locked": false, "schema_version": 3, "solution": true, "task": false}
def head_matrix(W_v, W_out, h):
    """The matrix W^(h) of head h, shape (d_in, d_out)."""
    ### BEGIN SOLUTION
    d_o = W_v.shape[-1]
    return W_v[h] @ W_out[h * d_o : (h + 1) * d_o]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_head_matrix", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
with public_check("head_matrix"):
    # Numbers instead of matrices: head 0 has value weight 2 and output weight 5, head 1 has 3 and 7.
    W_v, W_out = torch.tensor([[[2.0]], [[3.0]]]), torch.tensor([[5.0], [7.0]])
    products = [numbers(head_matrix(W_v, W_out, h)).flatten().tolist() for h in (0, 1)]
    assert products[0] == [10], "head 0 has 2 and 5: its number is 2 * 5"
    assert products[1] == [21], "head 1 has 3 and 7: its number is 3 * 7; heads are counted from 0"
    shape = tuple(numbers(head_matrix(torch.ones(3, 4, 2), torch.ones(6, 5), 2)).shape)
    assert shape == (4, 5), f"W^(h) has d_in rows and d_out columns, (4, 5) here; yours has {shape}"
    # Three heads with d_o = 2, and W_out with rows 0 to 5: the concatenation puts head 2 last.
    assert same(head_matrix(torch.ones(3, 1, 2), torch.arange(6.0)[:, None], 2), [[9.0]]), (
        "in the concatenation each head has d_o columns side by side: which rows of W_out do they meet?"
    )


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_head_matrix", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Use $\mathbf W^{(h)}$ to write $\operatorname{MultiHead}(\mathbf Z)_{\mathbf q,:}$ as a sum over heads and key pixels. Say which matrix $\mathbf W^{(h)}$ is, and why
# Eq. (7) holds.
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: $\sum_h \sum_{\mathbf k} \operatorname{softmax}(\mathbf A^{(h)}_{\mathbf q,:})_{\mathbf k}\,\mathbf Z_{\mathbf k,:}\mathbf W^{(h)}$, with both sums.
# - 0.5 point: $\mathbf b_{out}$ once, outside of the sums.
# - 0.5 point: $\mathbf W^{(h)} = \mathbf W_v^{(h)}\mathbf W_{out}^{(h)}$, with the $h$-th block of $D_o$ **rows** of $\mathbf W_{out}$.
# - 0.5 point: the reason: a concatenation times $\mathbf W_{out}$ is the sum of each part times its block of rows.
#
# Common wrong arguments: blocks of columns (not the third half point); $\mathbf b_{out}$ inside the sum over heads (not the second); $\mathbf W^{(h)}$ written down without saying what it is
# (neither the third nor the fourth).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_head_matrix", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# Cut $\mathbf W_{out}$ into blocks $\mathbf W_{out}^{(h)}$ of $D_o$ rows. Concatenated heads times $\mathbf W_{out}$ is the sum of head $h$ times block $h$, so
# $\mathbf W^{(h)} = \mathbf W_v^{(h)}\mathbf W_{out}^{(h)}$ and
#
# $$\operatorname{MultiHead}(\mathbf Z)_{\mathbf q,:} = \sum_h \sum_{\mathbf k}\operatorname{softmax}(\mathbf A^{(h)}_{\mathbf q,:})_{\mathbf k}\,\mathbf Z_{\mathbf k,:}\mathbf W^{(h)} + \mathbf b_{out}.$$

# %% [markdown]
# ### 1c.2 · From a kernel to heads · ●●● · 35 min
#
# Under Eq. (6) each head copies one pixel, and the layer is a convolution. Write `conv_to_attention(weight, bias)`: given the
# weight `(c_out, c_in, K, K)` and bias of an `nn.Conv2d` (stride 1, `K` odd; the first kernel axis runs along $i$, the second along $j$;
# `bias` may be `None`, then `b_out` is zeros), return
#
# - `centers`, shape `(K*K, 2)`: the centre $\boldsymbol\Delta = \mathbf f(h)$ of each head,
# - `W_heads`, shape `(K*K, c_in, c_out)`: its matrix $\mathbf W^{(h)}$, in the same order (any order of heads will do),
# - `b_out`, shape `(c_out,)`.
#
# (The condition $D_o \ge \min(D_i, D_{out})$ of the Main Theorem is what it takes to get *any* matrix of size $D_i \times D_{out}$ as the $\mathbf W^{(h)}$ of 1c.1: think of its
# rank. Here you return $\mathbf W^{(h)}$ itself.)
#
# <details><summary>Hint 1</summary>
# A convolution reads pixel $\mathbf p + \mathbf s$. A head with centre $\boldsymbol\Delta$ reads pixel $\mathbf q - \boldsymbol\Delta$.
# </details>
# <details><summary>Hint 2</summary>
# The kernel index runs from 0, the shift from $-\lfloor K/2\rfloor$. And <code>nn.Conv2d</code> stores output channels first.
# </details>


# %% nbgrader={"grade": false, "grade_id": "conv_to_attention", "locked": false, "schema_version": 3, "solution": true, "task": false}
def conv_to_attention(weight, bias):
    """Centres (K*K, 2), head matrices (K*K, c_in, c_out) and output bias (c_out,) of the attention twin of a convolution."""
    ### BEGIN SOLUTION
    c_out, _, K, _ = weight.shape
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2  # (K*K, 2)
    W_heads = weight.permute(2, 3, 1, 0).flatten(0, 1)  # (K*K, c_in, c_out), in the order of the shifts
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return -shifts.to(weight.dtype), W_heads, b_out
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_conv_to_attention", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
with public_check("conv_to_attention"):
    # A 1 x 1 kernel: one head that looks at the query pixel itself.
    answer = conv_to_attention(torch.tensor([[[[7.0]]]]), None)
    assert isinstance(answer, tuple | list) and len(answer) == 3, "return three things: centers, W_heads, b_out"
    assert answer[2] is not None, "bias None means zeros, one for each output channel"
    centers, W_heads, b_out = map(numbers, answer)
    assert centers.shape == (1, 2) and W_heads.shape == (1, 1, 1), "a 1 x 1 kernel needs one head"
    assert centers.abs().sum() == 0, "the only shift of a 1 x 1 kernel is (0, 0): the middle of the kernel has shift 0"
    assert float(W_heads) == 7, "the head's matrix holds the kernel's entry"
    assert same(b_out, [0.0]), "bias None means zeros, one for each output channel"
    # Kernels with one entry: at [2, 1] it reads the neighbour p + (1, 0), at [1, 2] the neighbour p + (0, 1).
    entry = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])  # (c_out, c_in)
    for place, step in (((2, 1), (1, 0)), ((1, 2), (0, 1))):
        weight = torch.zeros(3, 2, 3, 3)
        weight[:, :, place[0], place[1]] = entry
        centers, W_heads, b_out = map(numbers, conv_to_attention(weight, torch.tensor([7.0, 8.0, 9.0])))
        assert centers.shape == (9, 2), "a 3 x 3 kernel needs nine heads, each with a centre of two numbers"
        assert W_heads.shape == (9, 2, 3), (
            "one matrix (c_in, c_out) for each head; nn.Conv2d stores output channels first"
        )
        assert same(b_out, [7.0, 8.0, 9.0]), "b_out is the bias of the convolution"
        busy = W_heads.flatten(1).any(dim=1)
        assert busy.sum() == 1, "one kernel entry is not zero, so one head has a matrix that is not zero"
        assert same(W_heads[busy][0], entry.T), "the head's matrix is the kernel's entry, from c_in to c_out"
        center = tuple(round(float(number)) for number in centers[busy][0])
        assert center != step, "the kernel reads q + s, the head reads q - Delta: what is the sign of Delta?"
        assert center not in (step[::-1], (-step[1], -step[0])), (
            "the first kernel axis runs along i, the second along j: are they swapped?"
        )
        assert center == (-step[0], -step[1]), "kernel indices run from 0; the shift of the middle entry is (0, 0)"


# %% [markdown]
# ### 1d.1 · Sharper and sharper · ●●○ · 35 min
#
# For Theorem 2, suppose the scores are $\mathbf A_{\mathbf q,\mathbf k} = -\alpha\,(\lVert\boldsymbol\delta - \boldsymbol\Delta\rVert^2 + c)$ with a $c$ that is the same for all keys, and let
# $\alpha \to \infty$.
#
# - `limit_probability(delta, center)`: the limit of $\operatorname{softmax}(\mathbf A_{\mathbf q,:})_{\mathbf k}$ for integer pairs, when $\mathbf q - \boldsymbol\Delta$ lies
#   inside the image. All arguments are pairs of ints.
# - `nearest_pixel(q, center, width, height)`: when $\mathbf q - \boldsymbol\Delta$ lies outside, all the mass ends on one pixel. Which? Return the pair $(i, j)$.
#
# <details><summary>Hint 1</summary>
# Divide numerator and denominator of the softmax by the largest term. Which terms survive?
# </details>
# <details><summary>Hint 2</summary>
# The image is a rectangle: squared distance splits into a part for $i$ and a part for $j$, and each can be made small on its own.
# </details>


# %% nbgrader={"grade": false, "grade_id": "limit", "locked": false, "schema_version": 3, "solution": true, "task": false}
def limit_probability(delta, center):
    """Attention probability in the limit of large alpha, for integer pairs."""
    ### BEGIN SOLUTION
    return 1.0 if tuple(map(int, delta)) == tuple(map(int, center)) else 0.0
    ### END SOLUTION


def nearest_pixel(q, center, width, height):
    """The pixel (i, j) that takes all the mass in the limit of large alpha."""
    ### BEGIN SOLUTION
    i = min(max(int(q[0]) - int(center[0]), 0), width - 1)
    j = min(max(int(q[1]) - int(center[1]), 0), height - 1)
    return i, j
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_limit", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
with public_check("limit"):
    assert numbers(limit_probability((1, 0), (1, 0))) == 1, "delta = Delta: this key has the best score"
    for delta in ((0, 1), (1, 1), (-1, 0)):
        assert numbers(limit_probability(delta, (1, 0))) == 0, (
            f"delta = {delta}, Delta = (1, 0): another key has a better score"
        )
    # q = (2, 1) and Delta = (1, -1): the head looks at (1, 2).
    reached = tuple(numbers(nearest_pixel((2, 1), (1, -1), 5, 4)).int().tolist())
    assert reached != (3, 0), "a head with centre Delta looks at q - Delta: mind the sign"
    assert reached == (1, 2), "inside the image the target is q - Delta, first i, then j"
    # Two steps off the left edge, then two steps off the right one.
    for query, center, outside, nearest in (((1, 1), (3, -1), (-2, 2), (0, 2)), ((4, 2), (-2, -1), (6, 3), (4, 3))):
        reached = tuple(numbers(nearest_pixel(query, center, 5, 4)).int().tolist())
        inside = 0 <= reached[0] < 5 and 0 <= reached[1] < 4
        assert inside, f"{reached} is not a pixel of a 5 x 4 image: i ends at 4, j at 3"
        assert reached == nearest, (
            f"{outside} lies outside of a 5 x 4 image: which pixel of the image is nearest to it?"
        )


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_limit", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Solve $\lim_{\alpha\to\infty}\operatorname{softmax}(\mathbf A_{\mathbf q,:})_{\mathbf k}$ for $\boldsymbol\delta = \boldsymbol\Delta$ and for
# $\boldsymbol\delta \ne \boldsymbol\Delta$, and explain why the result is Eq. (6). Say what role $c$ plays, and what happens when $\mathbf q - \boldsymbol\Delta$ lies outside the image.
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: writes the softmax out: one exponential divided by the sum over all keys.
# - 0.5 point: $e^{-\alpha c}$ stands in every term and cancels, so $c$ plays no role.
# - 0.5 point: $\boldsymbol\delta = \boldsymbol\Delta$: the key's own term is 1 (after cancelling).
# - 1 point: $\boldsymbol\delta = \boldsymbol\Delta$: every other key has a larger squared distance (at least 1), so its term tends to 0 (0.5 if the reason is missing).
# - 0.5 point: $\boldsymbol\delta = \boldsymbol\Delta$: so the denominator, a finite sum, tends to 1, and the limit is 1.
# - 0.5 point: $\boldsymbol\delta \ne \boldsymbol\Delta$: the numerator tends to 0.
# - 0.5 point: $\boldsymbol\delta \ne \boldsymbol\Delta$: the denominator does not (it is at least 1), so the limit is 0.
# - 0.5 point: for each query exactly one key is left, $\mathbf k = \mathbf q - \boldsymbol\Delta$.
# - 0.5 point: that is Eq. (6) with $\mathbf f(h) = \boldsymbol\Delta^{(h)}$.
# - 0.5 point: outside of the image no key has $\boldsymbol\delta = \boldsymbol\Delta$, and the nearest pixel takes all the mass.
# - 0.5 point: which pixel that is: each coordinate clamped (or: unique, because the image is a rectangle).
#
# Dividing by the largest term serves all cases at once and earns the same. The case $\boldsymbol\delta \ne \boldsymbol\Delta$ may be had from the other: probabilities sum to 1.
#
# Common wrong arguments: "0 divided by 0", or a case without its denominator (only what was shown of that case); "the softmax becomes an argmax" without a reason (1 of the 3 points of both cases); "$c = 0$"
# (not the half point for $c$); outside: "all probabilities are 0" or "the mass spreads evenly" (neither of the last two: they sum to 1, and one distance is the smallest).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_limit", "locked": false, "points": 6, "schema_version": 3, "solution": true, "task": false}
# $e^{-\alpha c}$ stands in numerator and denominator and cancels, so
# $\operatorname{softmax}(\mathbf A_{\mathbf q,:})_{\mathbf k} = e^{-\alpha\lVert\boldsymbol\delta-\boldsymbol\Delta\rVert^2} / \sum_{\mathbf k'} e^{-\alpha\lVert\mathbf q - \mathbf k' - \boldsymbol\Delta\rVert^2}$.
# If $\mathbf q - \boldsymbol\Delta$ is a pixel of the image, the denominator holds one term $e^0 = 1$ and terms with integer squared distance of at least 1, which tend to 0. So the
# denominator tends to 1; the numerator is 1 for $\boldsymbol\delta = \boldsymbol\Delta$ and tends to 0 otherwise. The limit is 1 for the one key $\mathbf k = \mathbf q - \boldsymbol\Delta$ and 0 for all others, which is
# Eq. (6) with $\mathbf f(h) = \boldsymbol\Delta^{(h)}$. If $\mathbf q - \boldsymbol\Delta$ lies outside, divide by the largest term: the pixel nearest to $\mathbf q - \boldsymbol\Delta$ takes all the mass. On a
# rectangle it is unique and found by clamping each coordinate.

# %% [markdown]
# ### 1d.2 · The constant · ●○○ · 10 min
#
# For which $c$ does $-\alpha(\lVert\boldsymbol\delta - \boldsymbol\Delta\rVert^2 + c)$ equal the Gaussian score of 1b.1? Write `constant_c(center)`; `center` has shape `(..., 2)`, the
# result `(...)`.
#
# <details><summary>Hint</summary>
# Expand the square and compare term by term.
# </details>


# %% nbgrader={"grade": false, "grade_id": "constant", "locked": false, "schema_version": 3, "solution": true, "task": false}
def constant_c(center):
    """The constant c of every centre in center (..., 2), shape (...)."""
    ### BEGIN SOLUTION
    return -(center**2).sum(dim=-1)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_constant", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
with public_check("constant"):
    # Delta = 0: both expressions are -alpha * |delta|^2 already.
    assert numbers(constant_c(torch.tensor([0.0, 0.0]))) == 0, "with the centre at 0 nothing is missing"
    assert tuple(numbers(constant_c(torch.zeros(4, 3, 2))).shape) == (4, 3), (
        "one constant for every centre: keep the leading axes"
    )
    # As in the check of 1b.1: delta = (3, 4), Delta = (1, 2) and alpha = 3 have the score -9, and |delta - Delta|^2 is 8.
    c = float(numbers(constant_c(torch.tensor([1.0, 2.0]))))
    assert abs(-3 * (8 + c) + 9) < 1e-4, (
        f"Delta = (1, 2): -3 * (8 + c) should be -9, and with your c it is {-3 * (8 + c):g}"
    )


# %% [markdown]
# ---
# **Padding, dilation, stride.** Does the theorem survive the usual settings of a convolution?
#
# ### 1e.1 · Padding · ●●○ · 20 min
#
# Let all heads be in the limit of 1d.1, *attention alone*, nothing added around the image.
#
# - `same_padding(K)`: how many pixels of padding per side does the equivalent convolution use, `K` odd?
# - `padding_mode`: and with what are they filled? One of torch's names: `"zeros"`, `"reflect"`, `"replicate"`, `"circular"`.
#
# <details><summary>Hint</summary>
# You have already found out which pixel a head reads when its target lies outside the image.
# </details>


# %% nbgrader={"grade": false, "grade_id": "padding", "locked": false, "schema_version": 3, "solution": true, "task": false}
def same_padding(K):
    """Padding per side of the convolution that keeps the image size, K odd."""
    ### BEGIN SOLUTION
    return K // 2
    ### END SOLUTION


# Set padding_mode to "zeros", "reflect", "replicate" or "circular".
### BEGIN SOLUTION
padding_mode = "replicate"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "test_padding", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
with public_check("padding"):
    assert numbers(same_padding(1)) == 0, "a 1 x 1 kernel never leaves the image"
    assert numbers(same_padding(3)) != 2, "count the pixels on one side only"
    assert numbers(same_padding(3)) == 1, "how far does a 3 x 3 kernel reach beyond the pixel in its middle?"
    assert padding_mode in ("zeros", "reflect", "replicate", "circular"), "choose one of torch's four padding modes"


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_padding", "locked": true, "schema_version": 3, "solution": false, "task": false}
# For which size and values of the padding does the attention layer equal a convolution? What would you have to do to get *zero* padding? Give your reasons.
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: the size is $\lfloor K/2\rfloor$ per side.
# - 0.5 point: the reason: one output for each input pixel, so the size must stay (or: so far do the outermost heads look).
# - 0.5 point: the border is replicated.
# - 0.5 point: the reason: a head whose target lies outside reads the nearest pixel.
# - 0.5 point: zero padding: put zero pixels around the image before the layer, and crop its output.
# - 0.5 point: why it cannot be had otherwise: probabilities sum to 1 over existing pixels, so a head cannot read "nothing".
#
# "Mask the border" earns the fifth half point only with a mask after the softmax: before it, the other probabilities grow.
#
# Common wrong arguments: zero padding, because far pixels get no weight (not the third and fourth); $\mathbf W_v$ learns to give 0 at the border (not the fifth and sixth: it is the same matrix for every
# pixel); $K - 1$ per side (not the first).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_padding", "locked": false, "points": 3, "schema_version": 3, "solution": true, "task": false}
# The layer returns one output per pixel, so the convolution must keep the size: $\lfloor K/2\rfloor$ per side. A head whose target lies outside reads the nearest pixel, so the border is
# replicated. Probabilities sum to 1, so a head can never read "nothing": for zero padding, add $\lfloor K/2\rfloor$ zero pixels around the image first and crop the output.

# %% [markdown]
# ### 1e.2 · Dilation · ●○○ · 15 min
#
# A dilated kernel reads $\mathbf p + d\,\mathbf s$. Write `dilated_centers(K, dilation)`: the `(K*K, 2)` centres of the heads, `K` odd, one row per head in any order.


# %% nbgrader={"grade": false, "grade_id": "dilation", "locked": false, "schema_version": 3, "solution": true, "task": false}
def dilated_centers(K, dilation):
    """Head centres (K*K, 2) of a dilated convolution, in any order."""
    ### BEGIN SOLUTION
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return -dilation * shifts
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_dilation", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
with public_check("dilation"):
    nine = {(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    centers = numbers(dilated_centers(3, 1))
    assert centers.shape == (9, 2), "one row per head, shape (K*K, 2)"
    assert {tuple(row) for row in centers.tolist()} == nine, (
        "dilation 1 is the ordinary 3 x 3 kernel, with shift 0 in the middle"
    )
    assert len(numbers(dilated_centers(5, 2))) == 25, "dilation moves the heads apart, it does not add any"
    assert numbers(dilated_centers(3, 2)).abs().max() == 2, "K = 3, dilation 2: how far from p does the kernel read?"


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_dilation", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Can a multi-head layer express *any* dilated convolution? Explain: how many heads does it need, with which centres and matrices, and where is the limit?
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: yes.
# - 0.5 point: the number of heads stays $K^2$, and so do the matrices $\mathbf W^{(h)}$.
# - 0.5 point: the centres are free: the proof does not ask them to be neighbours.
# - 0.5 point: they are those of 1c.2 times the dilation.
# - 0.5 point: names the limit: a target outside of the image is read at the border.
# - 0.5 point: what follows: a dilation beyond the size of the image says nothing new; or: more padding is needed, dilation times $\lfloor K/2\rfloor$.
#
# A wrong sign of the centres loses nothing here.
#
# Common wrong arguments: "more heads are needed, one for each pixel of the larger field" (not the second half point); "a smaller $\alpha$ widens the head" (not the third and fourth: it blurs, it does not
# jump); "any dilation, without limit" (not the last two).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_dilation", "locked": false, "points": 3, "schema_version": 3, "solution": true, "task": false}
# Yes. Nothing in the proof asks the centres to be neighbours: $\boldsymbol\Delta^{(h)} = -d\,\mathbf s$ makes head $h$ read $\mathbf q + d\,\mathbf s$, with the same $K^2$ heads and the same matrices.
# The image sets the limit: a target outside it is read at the border, so shifts longer than the image all read the same edge.

# %% [markdown]
# ### 1e.3 · Stride · ●○○ · 15 min
#
# Attention gives an output for every pixel. Write `strided(conv_output, stride)`: it turns the stride-1 output `(width, height, channels)` into that of a convolution with
# stride `stride`; the first pixel is kept.


# %% nbgrader={"grade": false, "grade_id": "stride", "locked": false, "schema_version": 3, "solution": true, "task": false}
def strided(conv_output, stride):
    """Output of the strided convolution, from the output at stride 1."""
    ### BEGIN SOLUTION
    return conv_output[::stride, ::stride]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_stride", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
with public_check("stride"):
    # Number the pixels of a 5 x 3 image; stride 2 keeps i = 0, 2, 4 and j = 0, 2.
    image = torch.stack((torch.arange(15.0), -torch.arange(15.0)), dim=-1).reshape(5, 3, 2)
    kept = numbers(strided(image, 2))
    assert kept.shape == (3, 2, 2), "5 x 3 pixels, every second one along i and j: 3 x 2 remain; channels stay"
    assert kept[..., 0].flatten().tolist() == [0, 2, 6, 8, 12, 14], (
        "keep the first pixel, then every second along i and j"
    )
    assert numbers(strided(image, 3)).shape == (2, 1, 2), "stride 3 keeps i = 0, 3 and j = 0"
    assert numbers(strided(image, 1)).shape == image.shape, "stride 1 changes nothing"


# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_stride", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Can a multi-head self-attention layer simulate a strided convolution? If so, how; if not, why not, what can it do, and what is missing?
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# - 0.5 point: not by itself.
# - 0.5 point: the reason: it returns as many tokens as it receives, whatever its parameters.
# - 0.5 point: at the kept pixels its values are right.
# - 0.5 point: the reason: it can express the convolution with stride 1, whose outputs contain those of the strided one.
# - 0.5 point: what is missing: keep every second (third, ...) pixel afterwards.
# - 0.5 point: this is a step outside of the layer; or its price: outputs are computed and thrown away.
#
# "Compute queries only at the kept pixels" counts as keeping them. A "yes" that says clearly that a subsampling follows earns all.
#
# Common wrong arguments: "yes, multiply the centres by the stride" is dilation (not the first two half points); average or max pooling (not the fifth: it mixes pixels); "set the other outputs to 0"
# (not the first two: they are still there).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_stride", "locked": false, "points": 3, "schema_version": 3, "solution": true, "task": false}
# Not alone: it maps $N$ tokens to $N$ tokens, a strided convolution to fewer. But the strided output is the stride-1 output at every second (third, ...) pixel, and that the layer can express. So attention followed by
# subsampling does it, at the price of computing outputs that are thrown away.

# %% [markdown]
# ### The theorem, run
#
# Nothing to fill in here. The next cell takes a random `nn.Conv2d`, builds the attention layer from **your** `conv_to_attention`, and raises $\alpha$. If your answer is right, the
# largest difference to the real convolution falls to float precision. Only pixels whose whole neighbourhood lies inside the image are compared; the border is the subject of 1e.1.


# %% nbgrader={"grade": false, "grade_id": "twin", "locked": true, "schema_version": 3, "solution": false, "task": false}
# The attention twin of a convolution (DO NOT CHANGE)
def gaussian_probabilities(width, height, centers, alpha):
    """Attention probabilities of Gaussian heads, (heads, width, height, width, height)."""
    pixels = torch.cartesian_prod(torch.arange(width), torch.arange(height)).to(centers.dtype)  # (N, 2)
    delta = pixels[:, None] - pixels[None, :]  # (query, key, 2)
    scores = -alpha * ((delta - centers[:, None, None]) ** 2).sum(dim=-1)  # (heads, query, key)
    return scores.softmax(dim=-1).reshape(-1, width, height, width, height)


def convolution_gap(conv, image, alpha):
    """Largest difference between a convolution and its attention twin on an image (width, height, channels), border left out."""
    answer = conv_to_attention(conv.weight.detach(), conv.bias.detach())
    centers, W_heads, b_out = (torch.as_tensor(part).to(image.dtype) for part in answer)
    probabilities = gaussian_probabilities(*image.shape[:2], centers, alpha)
    attention = torch.einsum("hijkl,klc,hcd->ijd", probabilities, image, W_heads) + b_out  # Eq. (7)
    convolution = conv(image.permute(2, 0, 1)[None])[0].permute(1, 2, 0)  # (width - 2, height - 2, channels)
    return (attention[1:-1, 1:-1] - convolution).abs().max().item()


# %% nbgrader={"grade": false, "grade_id": "proof", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["figure"]
# The Main Theorem, run (DO NOT CHANGE)
with when_filled_in():
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(0)
        conv = nn.Conv2d(3, 4, kernel_size=3).double()
        image = torch.randn(7, 5, 3).double()
        alphas = [0.5, 1, 2, 4, 8, 16, 32, 64]
        gaps = [convolution_gap(conv, image, alpha) for alpha in alphas]

    _, ax = plt.subplots(figsize=(5, 3))
    ax.plot(np.log10(np.maximum(gaps, 1e-17)), "o-")  # no difference at all has no logarithm: it is drawn at 1e-17
    ax.axhline(math.log10(torch.finfo(torch.float64).eps), color="grey", linestyle=":", label="float64 precision")
    ax.set_xticks(range(len(alphas)), alphas)
    ax.set(xlabel="alpha", ylabel="log10 of the largest difference", title="attention becomes convolution")
    ax.legend()
    plt.show()
    print(f"largest difference at alpha = {alphas[-1]}: {gaps[-1]:.1e}")

# %% [markdown]
# ---
# # Question 2: code (40 points)
#
# You know now that attention *can* be a convolution. Does it become one when it is trained? You write the missing parts of a small BERT-like model for images and look.
#
# **Figures.** Several questions ask for a figure. Give every panel a title and axis labels (one for the whole figure through `suptitle`, `supxlabel`, `supylabel` is fine). Draw maps with
# `imshow`, `matshow` or `pcolormesh`, values as they are, in either orientation. What you draw must be what you return, and no other map. Colour bars, extra markers and hidden panels are ignored.
# `query` and `center` are pairs, `alpha` is a float.


# %% [markdown]
# ### 2a.1 · Absolute positional embedding · ●●○ · 25 min
#
# The sine/cosine embedding of the first transformer, in two dimensions. With `d = embedding_dim // 2` and frequencies $\omega_k = 10000^{-2k/d}$, a coordinate $p = 0, 1, 2, \dots$ becomes
#
# $$\big(\sin \omega_0 p,\; \cos \omega_0 p,\; \sin \omega_1 p,\; \cos \omega_1 p,\; \dots\big) \in \mathbb R^{d}. \tag{8}$$
#
# The first half of the channels encodes $i$, the second half $j$. Write `AbsolutePositionalEmbedding(width, height, embedding_dim)`: `forward()` takes no argument and returns
# `(width, height, embedding_dim)`. The embedding is *fixed*: a registered buffer, no parameter, in float32 until the module is converted (`module.double()` gives float64).
# Building the module with an `embedding_dim` that is not divisible by 4 raises a `ValueError`.
#
# <details><summary>Hint 1</summary>
# Write a function for one coordinate first, of shape <code>(length, d)</code>; the two halves only differ in the length.
# </details>
# <details><summary>Hint 2</summary>
# <code>torch.stack((sin, cos), dim=-1).flatten(-2)</code> interleaves two tensors.
# </details>


# %% nbgrader={"grade": false, "grade_id": "absolute_embedding", "locked": false, "schema_version": 3, "solution": true, "task": false}
class AbsolutePositionalEmbedding(nn.Module):
    """Fixed sine/cosine embedding of every pixel of an image."""

    def __init__(self, width, height, embedding_dim):
        super().__init__()
        ### BEGIN SOLUTION
        if embedding_dim % 4 != 0:
            raise ValueError(f"embedding_dim must be divisible by 4, got {embedding_dim}")

        def encode(length, d):
            frequencies = 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)  # (d / 2,)
            angles = torch.arange(length, dtype=torch.float64)[:, None] * frequencies  # (length, d / 2)
            return torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(-2)  # (length, d)

        along_i = encode(width, embedding_dim // 2)[:, None].expand(-1, height, -1)
        along_j = encode(height, embedding_dim // 2)[None, :].expand(width, -1, -1)
        self.register_buffer("embedding", torch.cat((along_i, along_j), dim=-1).float())
        ### END SOLUTION

    def forward(self):
        """The embedding, shape (width, height, embedding_dim)."""
        ### BEGIN SOLUTION
        return self.embedding
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_absolute_embedding", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
with public_check("absolute_embedding"):
    P = numbers(AbsolutePositionalEmbedding(5, 3, 8)())
    assert tuple(P.shape) == (5, 3, 8), "the shape is (width, height, embedding_dim)"
    # Position 0: every sine is 0, every cosine is 1.
    start = [round(float(channel), 4) for channel in P[0, 0]]
    assert start[:4] != [1, 0, 1, 0], "sin comes first, then cos"
    assert start[:4] != [0, 0, 1, 1] and start != [0, 0, 0, 0, 1, 1, 1, 1], "sin and cos take turns, channel by channel"
    assert start[:2] != [0.8415, 0.5403], "positions are counted from 0"
    assert start == [0, 1, 0, 1, 0, 1, 0, 1], (
        "at (0, 0) the channels read 0, 1, 0, 1, ...: sin 0, cos 0, sin 0, cos 0, ..."
    )
    # One step along i: the first channel is sin(1), and the second half, which encodes j, does not move.
    assert not torch.equal(P[1, 0, :4], P[0, 0, :4]), "the first half of the channels encodes i: it must change along i"
    assert torch.equal(P[1, 0, 4:], P[0, 0, 4:]), (
        "the second half of the channels encodes j: it must not change along i"
    )
    assert same(P[1, 0, 0], math.sin(1)), "the first frequency is 1"
    assert same(P[1, 0, 1], math.cos(1)), "a sine and the cosine after it have the same frequency"
    assert same(P[0, 2, 6], math.sin(2 * 0.01)), (
        "with d = 4 the second frequency is 10000 ** (-1/2) = 0.01; d is half of embedding_dim"
    )
    small = AbsolutePositionalEmbedding(2, 2, 4)
    assert not list(small.parameters()), "a fixed embedding is a buffer, not a parameter"
    assert small().dtype == torch.float32, "the embedding is in float32 until the module is converted"
    assert small.double()().dtype == torch.float64, "module.double() converts only registered buffers"
    try:
        raised = AbsolutePositionalEmbedding(2, 2, 6)
    except Exception as error:
        raised = error
    assert isinstance(raised, ValueError), "embedding_dim = 6 is not divisible by 4: raise a ValueError"


# %% [markdown]
# ### 2a.2 · Relative positional embedding · ●●○ · 25 min
#
# Write `RelativePositionalEmbedding(width, height)`:
#
# - `forward()` returns $\mathbf r_{\boldsymbol\delta}$ of Eq. (4) for every query and key, shape `(width, height, width, height, 3)`, query first: entry `[i, j, k, l]` belongs to $\boldsymbol\delta = (i - k,\, j - l)$.
#   It is a floating-point buffer.
# - `attention_scores(centers, alphas)` takes `(heads, 2)` and `(heads,)` and returns $\mathbf v^\top \mathbf r_{\boldsymbol\delta}$, shape `(heads, width, height, width, height)`, exactly as in Eq. (4): no constant
#   added. Centres may lie between pixels. Gradients must reach centres and alphas; the inputs stay as they are. After `module.double()` everything is float64.
#
# <details><summary>Hint 1</summary>
# Give queries the axes <code>[:, :, None, None]</code> and keys the axes <code>[None, None, :, :]</code> and let broadcasting subtract.
# </details>
# <details><summary>Hint 2</summary>
# Build $\mathbf v$ as a tensor <code>(heads, 3)</code> with <code>torch.cat</code> or <code>torch.stack</code>; <code>torch.tensor([...])</code> of tensors cuts the gradient.
# </details>


# %% nbgrader={"grade": false, "grade_id": "relative_embedding", "locked": false, "schema_version": 3, "solution": true, "task": false}
class RelativePositionalEmbedding(nn.Module):
    """The vectors r of Gaussian relative encoding, for every pair of pixels."""

    def __init__(self, width, height):
        super().__init__()
        ### BEGIN SOLUTION
        i, j = torch.arange(width), torch.arange(height)
        delta_1 = (i[:, None] - i[None, :])[:, None, :, None].expand(width, height, width, height)
        delta_2 = (j[:, None] - j[None, :])[None, :, None, :].expand(width, height, width, height)
        r = torch.stack((delta_1**2 + delta_2**2, delta_1, delta_2), dim=-1)
        self.register_buffer("r", r.float())
        ### END SOLUTION

    def forward(self):
        """The vectors r, shape (width, height, width, height, 3)."""
        ### BEGIN SOLUTION
        return self.r
        ### END SOLUTION

    def attention_scores(self, centers, alphas):
        """Scores of Gaussian heads, shape (heads, width, height, width, height)."""
        ### BEGIN SOLUTION
        v = -alphas[:, None] * torch.cat((torch.ones_like(alphas)[:, None], -2 * centers), dim=1)  # (heads, 3)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_relative_embedding", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
with public_check("relative_embedding"):
    relative = RelativePositionalEmbedding(5, 3)
    r = numbers(relative())
    assert tuple(r.shape) == (5, 3, 5, 3, 3), "the shape is (width, height, width, height, 3)"
    # From key (1, 2) to query (4, 0): delta = (3, -2), squared length 13.
    found = r[4, 0, 1, 2]
    assert not same(found, [13, -3, 2]), "delta is query - key; yours is key - query, or the key axes come first"
    assert not same(found, [13, -2, 3]), "delta_1 belongs to i, delta_2 to j: are they swapped?"
    assert not same(found, [13, 3, 2]), "steps have a sign: delta_2 is -2 here"
    assert same(found[1:], [3, -2]), "the second and third entries are delta = (3, -2), query axes first"
    assert same(found[0], 13), "the first entry is the squared length, 3 * 3 + 2 * 2"
    assert not list(relative.parameters()), "r does not learn: it is a buffer, not a parameter"
    centers = torch.tensor([[0.0, 0.0], [1.0, -1.0]], requires_grad=True)
    alphas = torch.tensor([1.0, 3.0], requires_grad=True)
    scores = relative.attention_scores(centers, alphas)
    maps = numbers(scores)
    assert tuple(maps.shape) == (2, 5, 3, 5, 3), "one map of scores per head"
    assert float(maps.min()) < 0, "scores are asked, not probabilities: no softmax here"
    assert same(maps[0, 4, 0, 1, 2], -13), "centre 0, alpha 1: the score is -|delta|^2"
    # Head 1 has Delta = (1, -1) and alpha 3: multiply its v with r = (13, 3, -2) by hand.
    score = round(float(maps[1, 4, 0, 1, 2]), 3)
    assert score != -15, "a constant was added: the softmax would be the same, but v . r is asked as it stands"
    assert score != -69, "check the sign of the entries of v that hold Delta"
    assert score != -24, "a factor is missing in the entries of v that hold Delta"
    assert score != -29, "alpha stands before the whole vector v"
    assert score == -9, f"v . r is -9 for Delta = (1, -1), alpha = 3 and delta = (3, -2); yours is {score:g}"
    for given, what in ((centers, "centres"), (alphas, "alphas")):
        reached = isinstance(scores, Tensor) and scores.requires_grad
        reached = (
            reached and torch.autograd.grad(scores.sum(), given, retain_graph=True, allow_unused=True)[0] is not None
        )
        assert reached, f"no gradient reaches the {what}: .item(), .detach() and torch.tensor(...) of tensors cut it"
    assert relative.double()().dtype == torch.float64, "module.double() converts only registered floating-point buffers"


# %% [markdown]
# ### 2a.3 · See the absolute embedding · ●○○ · 10 min
#
# How alike are two positions? Write `visualize_abs_positional_embedding(embedding, query)`: `embedding` is the module. It returns `(fig, similarity)`, where `similarity`, shape `(width, height)`, holds the
# dot product of the vector at `query` with the vector at every pixel, and `fig` shows it as a map.


# %% nbgrader={"grade": false, "grade_id": "visualize_abs", "locked": false, "schema_version": 3, "solution": true, "task": false}
def visualize_abs_positional_embedding(embedding, query):
    """A figure of the similarity of pixel query with all pixels, and the similarity itself, shape (width, height)."""
    ### BEGIN SOLUTION
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots(figsize=(4.5, 3), layout="constrained")
    image = ax.imshow(similarity.T)  # i to the right, j downwards
    ax.plot(*query, "r+", label="query")
    ax.set(title=f"similarity with pixel {tuple(query)}", xlabel="i", ylabel="j")
    fig.legend(loc="outside lower center")
    fig.colorbar(image)
    return fig, similarity
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_visualize_abs", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
with public_check("visualize_abs"):

    class Coordinates(nn.Module):
        """An embedding you can do in your head: the vector of pixel (i, j) is (i, j)."""

        def forward(self):
            return torch.cartesian_prod(torch.arange(4.0), torch.arange(3.0)).reshape(4, 3, 2)

    fig, similarity = figure_and_numbers(visualize_abs_positional_embedding(Coordinates(), (2, 1)))
    plt.close(fig)
    # The vector (2, 1) times the vector (i, j) is 2 i + j.
    assert tuple(similarity.shape) == (4, 3), "one number per pixel, shape (width, height)"
    assert not same(similarity[1, 2], 5.0), "query = (i, j): are its two entries swapped?"
    assert same(similarity[1, 2], 4.0), (
        "the similarity of pixels (2, 1) and (1, 2) is 2 * 1 + 1 * 2, the dot product as it is"
    )
    fig, similarity = figure_and_numbers(
        visualize_abs_positional_embedding(AbsolutePositionalEmbedding(10, 6, 16), (3, 2))
    )
    assert tuple(similarity.shape) == (10, 6), "one number per pixel, shape (width, height)"
    # sin^2 + cos^2 = 1 for each of the 16 / 2 frequencies.
    assert same(similarity[3, 2], 8.0, atol=1e-4), "a pixel's product with itself is embedding_dim / 2"
    assert is_drawn(fig, similarity), "draw a map of the numbers that you return, as they are"
    assert not missing_labels(fig), missing_labels(fig)
plt.show()


# %% [markdown]
# ### 2a.4 · See the relative embedding · ●○○ · 10 min
#
# Write `visualize_rel_positional_embedding(embedding, query, center, alpha)`: `embedding` is the module. It returns `(fig, probabilities)`: the attention probabilities of a head with this centre and alpha,
# seen from pixel `query`, shape `(width, height)`, and a map of them.
#
# <details><summary>Hint</summary>
# One head is a batch of one: <code>attention_scores</code> with centres of shape <code>(1, 2)</code>. The softmax runs over both key axes together.
# </details>


# %% nbgrader={"grade": false, "grade_id": "visualize_rel", "locked": false, "schema_version": 3, "solution": true, "task": false}
def visualize_rel_positional_embedding(embedding, query, center, alpha):
    """A figure of where a Gaussian head looks from pixel query, and the probabilities, shape (width, height)."""
    ### BEGIN SOLUTION
    dtype = embedding().dtype
    scores = embedding.attention_scores(torch.tensor([center], dtype=dtype), torch.tensor([alpha], dtype=dtype))
    scores = scores[0, query[0], query[1]]  # (width, height)
    probabilities = scores.flatten().softmax(dim=0).reshape(scores.shape)
    fig, ax = plt.subplots(figsize=(4.5, 3), layout="constrained")
    image = ax.imshow(probabilities.T)
    ax.plot(*query, "r+", label="query")
    ax.set(title=f"attention with Δ = {tuple(center)}, α = {alpha:g}", xlabel="i", ylabel="j")
    fig.legend(loc="outside lower center")
    fig.colorbar(image)
    return fig, probabilities
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_visualize_rel", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
with public_check("visualize_rel"):

    class Flat(nn.Module):
        """A relative embedding that cannot tell pixels apart: all scores are 0."""

        def forward(self):
            return torch.zeros(7, 5, 7, 5, 3)

        def attention_scores(self, centers, alphas):
            return torch.zeros(len(alphas), 7, 5, 7, 5)

    # All scores are equal: each of the 7 * 5 pixels gets 1 / 35.
    fig, flat = figure_and_numbers(visualize_rel_positional_embedding(Flat(), (3, 2), (1, 0), 1e-8))
    plt.close(fig)
    assert tuple(flat.shape) == (7, 5), "one probability per key pixel, shape (width, height)"
    assert not same(flat[6, 4], 0.0), "probabilities are asked: softmax the scores"
    assert same(flat[6, 4], 1 / 35, atol=1e-6), (
        "equal scores: each of the 7 * 5 pixels gets 1 / 35, so the softmax runs over both key axes together"
    )
    relative = RelativePositionalEmbedding(7, 5)
    fig, sharp = figure_and_numbers(visualize_rel_positional_embedding(relative, (3, 2), (1, 0), 5.0))
    plt.close(fig)
    fig, probabilities = figure_and_numbers(visualize_rel_positional_embedding(relative, (3, 2), (1, 0), 0.8))
    assert not same(sharp, probabilities), "alpha = 0.8 and alpha = 5 give the same: is alpha used?"
    assert same(probabilities.sum(), 1.0), "probabilities sum to 1 over the whole image"
    # Query (3, 2) and centre (1, 0): the head looks at (2, 2).
    peak = divmod(int(probabilities.argmax()), 5)
    assert peak != (4, 2), (
        "the head looks at q - Delta = (2, 2), yours at q + Delta: the scores at [query] run over keys"
    )
    assert peak != (3, 1), "the head looks at q - Delta = (2, 2): are the two entries of the centre swapped?"
    assert peak != (1, 3), "the head looks at q - Delta = (2, 2): are the two entries of the query swapped?"
    assert peak == (2, 2), f"the head should look at q - Delta = (2, 2), yours looks at {peak}"
    assert is_drawn(fig, probabilities), "draw a map of the probabilities that you return, as they are"
    assert not missing_labels(fig), missing_labels(fig)
plt.show()


# %% [markdown]
# ### 2a.5 · See the limit · ●●○ · 15 min
#
# Write `verify_limit(width, height, query, center, alphas)`: a figure with one panel per alpha, in the given order, that shows 1d.1 happening, and the probabilities, shape
# `(len(alphas), width, height)`; there are at least two alphas. Large alphas must stay finite, and the maps must be right where $\mathbf q - \boldsymbol\Delta$ lies outside the image, too.


# %% nbgrader={"grade": false, "grade_id": "verify_limit", "locked": false, "schema_version": 3, "solution": true, "task": false}
def verify_limit(width, height, query, center, alphas):
    """A figure with one attention map per alpha, and the probabilities, shape (len(alphas), width, height)."""
    ### BEGIN SOLUTION
    alphas = torch.tensor([float(alpha) for alpha in alphas])
    centers = torch.tensor([center], dtype=torch.float32).expand(len(alphas), 2)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, alphas)[:, query[0], query[1]]
    probabilities = scores.flatten(1).softmax(dim=1).reshape(scores.shape)
    fig, axes = plt.subplots(1, len(alphas), figsize=(2.2 * len(alphas), 2.6), squeeze=False, layout="constrained")
    for ax, alpha, panel in zip(axes[0], alphas, probabilities, strict=True):
        ax.imshow(panel.T, vmin=0, vmax=1)
        ax.plot(*query, "r+", label="query")
        ax.set(title=f"α = {alpha:g}", xlabel="i", ylabel="j", xticks=range(0, width, 2), yticks=range(0, height, 2))
    fig.legend(*axes[0][0].get_legend_handles_labels(), loc="outside lower center")
    return fig, probabilities
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_verify_limit", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
with public_check("verify_limit"):
    fig, panels = figure_and_numbers(verify_limit(7, 5, (3, 2), (1, -2), [0.5, 100, 0.1, 2]))
    assert tuple(panels.shape) == (4, 7, 5), "one map per alpha, shape (len(alphas), width, height)"
    assert torch.isfinite(panels).all(), (
        "alpha = 100 must stay finite: softmax the scores, do not exponentiate them yourself"
    )
    assert same(panels.sum(dim=(1, 2)), [1.0, 1.0, 1.0, 1.0]), "each map sums to 1 over the whole image"
    # Query (3, 2), centre (1, -2): at alpha = 100 everything is at (2, 4).
    sharpest = int(panels.amax(dim=(1, 2)).argmax())
    peak = divmod(int(panels[sharpest].argmax()), 5)
    assert peak != (4, 0), "the mass goes to q - Delta = (2, 4), yours to q + Delta"
    assert peak != (5, 1), "the mass goes to q - Delta = (2, 4): are the two entries of the centre swapped?"
    assert peak != (1, 4), "the mass goes to q - Delta = (2, 4): are the two entries of the query swapped?"
    assert peak == (2, 4), f"the mass goes to q - Delta = (2, 4), yours to {peak}"
    assert float(panels[sharpest, 2, 4]) > 0.999, "at alpha = 100 all the mass sits at q - Delta = (2, 4)"
    order = panels[:, 2, 4].argsort().tolist()
    assert order == [2, 0, 3, 1] and float(panels[0, 2, 4]) > float(panels[2, 2, 4]), (
        "one map per alpha in the given order, 0.5, 100, 0.1, 2; alphas need not be whole numbers"
    )
    assert len(shown_panels(fig)) >= 4, "one panel per alpha"
    assert all(is_drawn(fig, panel) for panel in panels), (
        "draw the maps that you return, as they are, each in its panel"
    )
    assert not missing_labels(fig), missing_labels(fig)
plt.show()


# %% [markdown]
# #### Play with it
#
# The panels show one head with $\boldsymbol\Delta = (1, -2)$ at four values of $\alpha$; below them are sliders (where ipywidgets is installed). When does the head look at one pixel only?
# What happens to a centre between two pixels, or outside the image?


# %% nbgrader={"grade": false, "grade_id": "explore", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["figure"]
# Interactive attention map (DO NOT CHANGE)
def plot_attention_map(
    ax: Axes, width: int, height: int, query: tuple[int, int], center: tuple[float, float], alpha: float
) -> None:
    """Draw where pixel `query` looks, and mark the query (ring) and query - centre (cross)."""
    probabilities = gaussian_probabilities(width, height, torch.tensor([center]), alpha)[0, query[0], query[1]]
    ax.imshow(probabilities.T.numpy(), cmap="magma", vmin=0)  # rows are j, columns are i
    ax.scatter(*query, s=60, facecolors="none", edgecolors="white", label="query q")
    ax.scatter(query[0] - center[0], query[1] - center[1], marker="x", color="tab:cyan", label="q - Δ")
    ax.set(
        title=f"α = {alpha:g}",
        xlabel="i",
        ylabel="j",
        xticks=range(0, width, 2),
        yticks=range(0, height, 2),
        xlim=(-0.5, width - 0.5),
        ylim=(height - 0.5, -0.5),
    )


def add_legend(figure: Figure, ax: Axes) -> None:
    """A legend of ring and cross below all panels, on grey because the ring is white."""
    figure.legend(
        *ax.get_legend_handles_labels(), loc="outside lower center", ncols=2, facecolor="0.4", labelcolor="white"
    )


def explore_attention(width: int, height: int, query: tuple[int, int]) -> None:
    """A row of panels of growing alpha, which stays when the notebook is opened again; below it sliders, if ipywidgets is there."""
    if GRADED:
        return  # nobody is there to look or to move a slider
    figure, axes = plt.subplots(1, 4, figsize=(9, 2.7), sharey=True, layout="constrained")
    for ax, alpha in zip(axes, (0.05, 0.3, 1.0, 10.0), strict=True):
        plot_attention_map(ax, width, height, query, (1.0, -2.0), alpha)
    add_legend(figure, axes[0])
    plt.show()
    if ipywidgets is None:
        return

    def draw(alpha: float, center_i: float, center_j: float) -> None:
        figure, ax = plt.subplots(figsize=(4, 3.6), layout="constrained")
        plot_attention_map(ax, width, height, query, (center_i, center_j), alpha)
        add_legend(figure, ax)
        plt.show()

    ipywidgets.interact(
        draw,
        alpha=ipywidgets.FloatLogSlider(value=0.5, min=-2, max=2, step=0.1, continuous_update=False),
        center_i=ipywidgets.FloatSlider(value=1.0, min=-4, max=4, step=0.25, continuous_update=False),
        center_j=ipywidgets.FloatSlider(value=-2.0, min=-4, max=4, step=0.25, continuous_update=False),
    )


explore_attention(width=9, height=7, query=(5, 3))

# %% [markdown]
# ### 2b.1 · GELU · ●○○ · 10 min
#
# BERT uses the *Gaussian error linear unit*: $x$ times the probability that a standard normal variable lies below $x$. There is an exact form and a faster approximation:
#
# $$\operatorname{gelu}(x) = x\,\Phi(x) = \frac x2\Big(1 + \operatorname{erf}\frac{x}{\sqrt 2}\Big), \qquad
# \operatorname{gelu}_{\tanh}(x) = \frac x2\Big(1 + \tanh\!\big(\sqrt{2/\pi}\,(x + 0.044715\,x^3)\big)\Big). \tag{9}$$
#
# Write `gelu_exact(x)` and `gelu_tanh(x)`, tensors in and out, with the shape and type of `x`; gradients flow through, and a very large $|x|$ gives no NaN. torch's own GELU is
# forbidden, its error function is not.


# %% nbgrader={"grade": false, "grade_id": "gelu", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gelu_exact(x):
    """GELU through the error function."""
    ### BEGIN SOLUTION
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
    ### END SOLUTION


def gelu_tanh(x):
    """GELU through the hyperbolic tangent."""
    ### BEGIN SOLUTION
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_gelu", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
with public_check("gelu"):
    for name, form in (("gelu_exact", gelu_exact), ("gelu_tanh", gelu_tanh)):
        x = torch.tensor([-3.0, -1.0, 0.0, 1.0, 3.0])
        values = numbers(form(x))
        assert tuple(values.shape) == (5,), f"{name}: the result has the shape of x"
        assert x.tolist() == [-3, -1, 0, 1, 3], f"{name} changes x"
        assert float(values[2]) == 0, f"{name}(0) is 0"
        # For every x: x * Phi(x) + x * Phi(-x) = x, so gelu(x) - gelu(-x) = x.
        assert same(values - values.flip(0), x), (
            f"{name}(1) - {name}(-1) should be 1: compare the factor in front and the sum in the bracket with Eq. (9)"
        )
    # 68.27 % of a normal variable lies within one standard deviation, so Phi(1) = 0.84134.
    exact, approximate = float(numbers(gelu_exact(torch.tensor(1.0)))), float(numbers(gelu_tanh(torch.tensor(1.0))))
    assert abs(exact - 0.84119) > 5e-6, "gelu_exact(1) is 0.84119, the value of the other form: are the two swapped?"
    assert abs(exact - 0.84134) < 5e-5, "gelu_exact(1) = Phi(1) = 0.84134: check what stands inside erf"
    assert abs(approximate - 0.84134) > 5e-6, "gelu_tanh(1) is 0.84134, the value of the exact form: write it with tanh"
    assert abs(approximate - 0.84119) < 5e-5, "gelu_tanh(1) is 0.84119: check sqrt(2 / pi), 0.044715 and the cube"
    for name, form in (("gelu_exact", gelu_exact), ("gelu_tanh", gelu_tanh)):
        assert torch.isfinite(numbers(form(torch.tensor([-1000.0, 1000.0])))).all(), (
            f"{name} of a large number overflows"
        )
        value = form(torch.tensor(1.0, requires_grad=True))
        assert isinstance(value, Tensor) and value.requires_grad, (
            f"{name}: no gradient flows through; use torch's functions only"
        )
        used = torchs_own(("gelu",), form, torch.ones(2))
        assert not used, f"torch's own GELU is forbidden here, and {name} uses {used}"


# %% [markdown]
# ### 2b.2 · See the difference · ●○○ · 5 min
#
# Write `visualize_gelu(x)` for a sorted 1-D tensor `x`: a figure with three lines over `x`, both curves and their difference `gelu_exact(x) - gelu_tanh(x)`, drawn as returned, on the same or another axes.
# It returns `(fig, difference)`.


# %% nbgrader={"grade": false, "grade_id": "visualize_gelu", "locked": false, "schema_version": 3, "solution": true, "task": false}
def visualize_gelu(x):
    """A figure of both GELUs and their difference over x, and the difference."""
    ### BEGIN SOLUTION
    exact, approximate = gelu_exact(x), gelu_tanh(x)
    difference = exact - approximate
    fig, (left, right) = plt.subplots(1, 2, figsize=(7, 2.6), layout="constrained")
    left.plot(x, exact, label="exact")
    left.plot(x, approximate, "--", label="tanh")
    left.set(title="GELU", xlabel="x", ylabel="gelu(x)")
    left.legend()
    right.plot(x, difference, color="tab:red")
    right.set(title="exact - tanh", xlabel="x", ylabel="difference")
    return fig, difference
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_visualize_gelu", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
with public_check("visualize_gelu"):
    x = torch.linspace(-5, 5, 101)
    fig, difference = figure_and_numbers(visualize_gelu(x))
    assert tuple(difference.shape) == tuple(x.shape), "one difference per x"
    assert float(abs(difference[50])) < 1e-7, "both curves pass through 0"
    # At x = 2.7 the exact form is smaller by 0.00047.
    assert float(difference[77]) < 0, "the difference is gelu_exact(x) - gelu_tanh(x), in this order and with its sign"
    assert same(difference[77], -0.00047, atol=5e-5), "return the difference as it is, not scaled"
    lines = [line for ax in fig.axes for line in ax.lines if len(line.get_ydata()) == len(x)]
    assert len(lines) >= 3, "draw three lines with one point for every x: both curves and the difference"
    assert all(same(line.get_xdata(), x) for line in lines), "draw the lines over x"
    assert any(same(line.get_ydata(), difference, atol=1e-6) for line in lines), "draw the difference as you return it"
    assert not missing_labels(fig), missing_labels(fig)
plt.show()


# %% [markdown]
# ### 2c · Layer normalisation · ●●○ · 20 min
#
# Every vector is normalised by its own mean and (biased) variance, then scaled and shifted by learnt parameters:
#
# $$y = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \odot \text{weight} + \text{bias}, \qquad \mu = \frac1D\sum_d x_d, \quad \sigma^2 = \frac1D\sum_d (x_d - \mu)^2. \tag{10}$$
#
# Write `BertLayerNorm(hidden_size, eps=1e-12)` with parameters `weight` (ones at the start) and `bias` (zeros), for inputs `(..., hidden_size)` with any number of leading axes. It must be accurate in
# float32 when the mean is large against the spread, and return the type it was given. torch's own layer, group, instance and batch norms are forbidden here.
#
# <details><summary>Hint 1</summary>
# Which axis belongs to one vector? Keep it with <code>keepdim=True</code>.
# </details>
# <details><summary>Hint 2</summary>
# $\overline{x^2} - \mu^2$ is the same number on paper, but subtracts two large floats.
# </details>


# %% nbgrader={"grade": false, "grade_id": "layer_norm", "locked": false, "schema_version": 3, "solution": true, "task": false}
class BertLayerNorm(nn.Module):
    """Layer normalisation over the last axis."""

    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        ### BEGIN SOLUTION
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps
        ### END SOLUTION

    def forward(self, x):
        """Normalise x (..., hidden_size); the shape stays."""
        ### BEGIN SOLUTION
        centered = x - x.mean(dim=-1, keepdim=True)
        variance = centered.pow(2).mean(dim=-1, keepdim=True)
        return centered / torch.sqrt(variance + self.eps) * self.weight + self.bias
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_layer_norm", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
with public_check("layer_norm"):
    layer = BertLayerNorm(2)
    # The vector (1, 3) has mean 2 and variance 1.
    vector = torch.tensor([1.0, 3.0])
    normed = layer(vector)
    assert not same(normed, [-0.7071, 0.7071], atol=1e-3), (
        "(1, 3) becomes (-1, 1); 0.7071 means that you divided by D - 1 (the unbiased variance)"
    )
    assert same(normed, [-1.0, 1.0]), (
        "(1, 3) becomes (-1, 1): subtract the mean, divide by the root; weight 1, bias 0 at the start"
    )
    assert normed.dtype == torch.float32, "float32 in, float32 out: return the type that was given"
    # With eps = 3 the root is sqrt(1 + 3) = 2.
    damped = BertLayerNorm(2, eps=3.0)(vector)
    assert not same(damped, [-1.0, 1.0]), "the given eps has no effect: use the argument"
    assert same(damped, [-0.5, 0.5]), (
        "eps belongs under the root, beside the variance: (1, 3) with eps = 3 becomes (-0.5, 0.5)"
    )
    assert float(numbers(BertLayerNorm(2)(torch.tensor([0.0, 2e-5])))[1]) > 0.9, "the default of eps is 1e-12"
    # Two vectors in one batch: each has a mean and a variance of its own.
    assert same(layer(torch.tensor([[[1.0, 3.0], [10.0, 30.0]]])), [[[-1.0, 1.0], [-1.0, 1.0]]]), (
        "each vector is normalised by its own mean and variance, over the last axis alone"
    )
    assert same(layer(torch.tensor([10001.0, 10003.0])), [-1.0, 1.0], atol=1e-2), (
        "(10001, 10003) becomes (-1, 1) too: is the variance a difference of two large numbers?"
    )
    assert {name: tuple(p.shape) for name, p in layer.named_parameters()} == {"weight": (2,), "bias": (2,)}, (
        "two parameters, called weight and bias, with hidden_size entries each"
    )
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([2.0, 10.0]))
        layer.bias.copy_(torch.tensor([5.0, 0.0]))
    scaled = layer(vector)
    assert not same(scaled, [-1.0, 1.0]), "weight and bias have no effect"
    assert not same(scaled, [8.0, 10.0]), "the bias comes last: scale by weight, then add bias"
    assert same(scaled, [3.0, 10.0]), "scale by weight, then add bias: (-1, 1) becomes (2 * -1 + 5, 10 * 1 + 0)"
    assert tuple(BertLayerNorm(4)(torch.randn(2, 3, 5, 4)).shape) == (2, 3, 5, 4), "any number of leading axes"
    norms = ("layer_norm", "group_norm", "instance_norm", "batch_norm", "rms_norm")
    used = torchs_own(norms, lambda: BertLayerNorm(4)(torch.randn(2, 3, 4)))
    assert not used, f"torch's own norms are forbidden here, and your code uses {used}"


# %% nbgrader={"grade": false, "grade_id": "config", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Configuration (DO NOT CHANGE)
@dataclass(frozen=True)
class BertConfig:
    """Sizes of the BERT-like encoder."""

    hidden_size: int = 32
    intermediate_size: int = 64
    num_heads: int = 9
    num_layers: int = 3
    hidden_dropout_prob: float = 0.0
    layer_norm_eps: float = 1e-12


# %% [markdown]
# ### 2d · The feed-forward half of an encoder layer · ●●○ · 20 min
#
# ![One encoder layer: Gaussian attention, add and norm, feed-forward, add and norm](figures/encoder.png)
#
# The attention half of the layer is given below. Write the other half, `BertFFN(config)`, with exactly these modules: `dense_in` and `dense_out` (linear layers with bias, from `hidden_size` to
# `intermediate_size` and back), `dropout` (rate `hidden_dropout_prob`), `layer_norm` (your `BertLayerNorm` with `layer_norm_eps`). It uses your `gelu_exact`; torch's own
# GELU and layer norm are forbidden here too, and the four modules hold all parameters and buffers. BERT is *post-norm*:
#
# $$\operatorname{FFN}(\mathbf h) = \operatorname{LayerNorm}\big(\mathbf h + \operatorname{dropout}(\operatorname{dense\_out}(\operatorname{gelu}(\operatorname{dense\_in}(\mathbf h))))\big). \tag{11}$$


# %% nbgrader={"grade": false, "grade_id": "ffn", "locked": false, "schema_version": 3, "solution": true, "task": false}
class BertFFN(nn.Module):
    """The feed-forward half of an encoder layer, with residual connection and layer norm."""

    def __init__(self, config):
        super().__init__()
        ### BEGIN SOLUTION
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        ### END SOLUTION

    def forward(self, hidden_states):
        """Transform hidden_states (..., hidden_size) position by position; the shape stays."""
        ### BEGIN SOLUTION
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))
        return self.layer_norm(hidden_states + update)
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_ffn", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
with public_check("ffn"):
    ffn = BertFFN(BertConfig(hidden_size=2, intermediate_size=3, hidden_dropout_prob=0.25)).eval()
    assert {name for name, _ in ffn.named_children()} == {"dense_in", "dense_out", "dropout", "layer_norm"}, (
        "the modules are called dense_in, dense_out, dropout and layer_norm"
    )
    sizes = [tuple(dense.weight.shape) for dense in (ffn.dense_in, ffn.dense_out)]
    assert sizes == [(3, 2), (2, 3)], (
        "dense_in goes from hidden_size to intermediate_size, dense_out back; both are in config"
    )
    assert ffn.dense_in.bias is not None and ffn.dense_out.bias is not None, "the linear layers have a bias"
    assert getattr(ffn.dropout, "p", 0.25) == 0.25, "the rate of dropout is config.hidden_dropout_prob"
    with torch.no_grad():
        for parameter in (*ffn.dense_in.parameters(), *ffn.dense_out.parameters()):
            parameter.zero_()
    # With zero weights only the residual is left, and (1, 3) normalises to (-1, 1).
    hidden = torch.tensor([[1.0, 3.0]])
    rest = ffn(hidden)
    assert not same(rest, [[0.0, 0.0]]), "zero weights: the answer is 0, so hidden_states is not added"
    assert not same(rest, hidden), "zero weights: hidden_states comes out as it is; BERT normalises last"
    assert same(rest, [[-1.0, 1.0]]), "zero weights: layer_norm(hidden_states) remains"
    with torch.no_grad():
        ffn.dense_out.bias.copy_(torch.tensor([-30.0, -32.0]))
    constant = ffn(hidden)
    assert hidden.tolist() == [[1, 3]], "your module changes hidden_states"
    answers = [ffn(hidden) for _ in range(20)]
    assert all(same(answer, constant) for answer in answers), "in evaluation mode nothing is dropped"
    assert same(constant, [[0.0, 0.0]]), (
        "(1, 3) + (-30, -32) is constant, so its norm is 0: add what dense_out gives, as it is, then normalise"
    )
    # dense_in gives -10, and the GELU makes 0 of it; without a GELU, dense_out would make 10 of it.
    with torch.no_grad():
        ffn.dense_out.bias.zero_()
        ffn.dense_in.bias.fill_(-10.0)
        ffn.dense_out.weight[0, 0] = -1.0
    assert same(ffn(hidden), [[-1.0, 1.0]], atol=1e-3), (
        "dense_in gives -10, and gelu(-10) is 0: is the GELU before dense_out?"
    )
    # dense_in gives -1, and gelu(-1) = -0.16; times -30 that is 4.8, and (5.8, 3) normalises to (1, -1).
    with torch.no_grad():
        ffn.dense_in.bias.fill_(-1.0)
        ffn.dense_out.weight[0, 0] = -30.0
    assert same(ffn(hidden), [[1.0, -1.0]], atol=1e-3), (
        "dense_in gives -1, and gelu(-1) is -0.16: is your gelu_exact used?"
    )
    with torch.no_grad():
        ffn.dense_out.bias.copy_(torch.tensor([-30.0, -32.0]))
    # With everything dropped from the update, the residual is left again.
    ffn.dropout = nn.Dropout(1.0)
    assert same(ffn.train()(hidden), [[-1.0, 1.0]]), "dropout works on the output of dense_out, before the sum"
    assert tuple(ffn(torch.randn(4, 5, 3, 2)).shape) == (4, 5, 3, 2), "the shape stays"
    used = torchs_own(("gelu", "layer_norm"), lambda: BertFFN(BertConfig())(torch.randn(1, 2, 3, 32)))
    assert not used, f"use your own gelu_exact and BertLayerNorm; your code uses torch's {used}"


# %% [markdown]
# ---
# ### The data
#
# By default the model sees scikit-learn's handwritten digits: real images, 8 x 8 pixels, nothing to download. With `DATASET = "cifar10"` it sees CIFAR-10, read from the folder that the environment variable
# `COURSE_DATA` names (or `data/`), downloaded if it is not there, and reduced to an 8 x 8 grid of 12 channels.

# %%
DATASET = "digits"  # or "cifar10": read from the folder COURSE_DATA (default ./data), downloaded if absent


# %% nbgrader={"grade": false, "grade_id": "data", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Data (DO NOT CHANGE)
@dataclass(frozen=True)
class ImageData:
    """Images (N, width, height, channels) and labels (N,), split for training and testing."""

    name: str
    train_images: Tensor
    train_labels: Tensor
    test_images: Tensor
    test_labels: Tensor

    def first(self, n: int) -> "ImageData":
        """The first n images of either part."""
        return ImageData(
            self.name, self.train_images[:n], self.train_labels[:n], self.test_images[:n], self.test_labels[:n]
        )


def normalised(name: str, train: Tensor, train_labels: Tensor, test: Tensor, test_labels: Tensor) -> ImageData:
    """Give each channel mean 0 and deviation 1 on the training images, and move all to the device."""
    mean, std = train.mean((0, 1, 2)), train.std((0, 1, 2))
    train, test = (train - mean) / std, (test - mean) / std
    return ImageData(name, train.to(device), train_labels.to(device), test.to(device), test_labels.to(device))


def load_digits_images() -> ImageData:
    """Load scikit-learn's 1,797 handwritten digits, 8x8 pixels of one channel."""
    digits = load_digits()
    # Files store rows then columns. Our i runs along the width, so the column index comes first.
    images = torch.tensor(digits.images, dtype=torch.float32).transpose(
        1, 2
    )  # (N, height, width) -> (N, width, height)
    labels = torch.tensor(digits.target)
    train, test = train_test_split(np.arange(len(labels)), test_size=0.2, stratify=digits.target, random_state=0)
    images = images.unsqueeze(-1)  # (N, width, height) -> (N, width, height, 1)
    return normalised("digits", images[train], labels[train], images[test], labels[test])


def group_pixels(images: np.ndarray) -> Tensor:
    """Turn (N, 32, 32, 3) photographs into (N, 8, 8, 12): halve the resolution, then stack 2x2 blocks."""
    x = torch.from_numpy(images).permute(0, 3, 2, 1)  # (N, height, width, 3) -> (N, 3, width, height)
    x = F.avg_pool2d(x.float() / 255, 2)  # (N, 3, 32, 32) -> (N, 3, 16, 16)
    x = F.pixel_unshuffle(x, 2)  # (N, 3, 16, 16) -> (N, 12, 8, 8)
    return x.permute(0, 2, 3, 1).contiguous()  # (N, 12, 8, 8) -> (N, 8, 8, 12)


def load_cifar10_images(folder: str) -> ImageData:
    """Load CIFAR-10 from the folder, downloading it (170 MB) when it is not complete there."""
    timeout = socket.getdefaulttimeout()
    socket.setdefaulttimeout(10)  # a dead network must not hang the notebook
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            train = CIFAR10(folder, train=True, download=True)
            test = CIFAR10(folder, train=False)
    finally:
        socket.setdefaulttimeout(timeout)
    return normalised(
        "CIFAR-10",
        group_pixels(train.data),
        torch.tensor(train.targets),
        group_pixels(test.data),
        torch.tensor(test.targets),
    )


def load_images(name: str) -> ImageData:
    """Load "digits" or "cifar10"; when CIFAR-10 cannot be had, say why and load the digits."""
    folder = os.environ.get("COURSE_DATA", "data")
    if name == "cifar10":
        try:
            data = load_cifar10_images(folder)
            print(f'Data: CIFAR-10 from {folder}; set DATASET = "digits" for the small data set.')
            return data
        except Exception as error:  # whatever is wrong with folder or network, the notebook goes on
            print(f"Data: digits, because CIFAR-10 is neither complete in {folder} nor can be downloaded ({error}).")
            return load_digits_images()
    print('Data: digits (part of scikit-learn); set DATASET = "cifar10" for CIFAR-10.')
    return load_digits_images()


data = load_images("digits").first(40) if GRADED else load_images(DATASET)

# %% [markdown]
# ### The model
#
# Read these cells as you would read a page of a textbook; there is nothing to fill in. The attention half of the encoder layer is the Gaussian attention of Question 1. Its probabilities do not depend on the image, so they are
# computed once for the whole batch. And because $\lVert\boldsymbol\delta\rVert^2 = \delta_1^2 + \delta_2^2$, they factorise exactly into a part along $i$ times a part along $j$.


# %% nbgrader={"grade": false, "grade_id": "attention", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["show"]
# Gaussian self-attention (DO NOT CHANGE)
def axis_probabilities(centers: Tensor, alphas: Tensor, size: int) -> Tensor:
    """Attention along one axis of `size` pixels, (heads, query, key), for centres and alphas (heads,)."""
    position = torch.arange(size, dtype=centers.dtype, device=centers.device)
    delta = position[:, None] - position  # (query, key), q - k
    centers, alphas = centers[:, None, None], alphas[:, None, None]  # (heads,) -> (heads, 1, 1)
    return torch.softmax(-alphas * (delta - centers) ** 2, dim=-1)


class GaussianSelfAttention(nn.Module):
    """Eq. (7) with the Gaussian encoding of Eq. (4): sum over heads of P^(h) Z W^(h), plus b_out.

    A score falls with the squared distance of delta from Delta, which is a sum of one term in i and one in j. So the
    softmax is a product: attend along i, then along j. No score depends on Z: one P^(h) serves the whole batch.
    """

    def __init__(self, config: BertConfig, width: int, height: int) -> None:
        super().__init__()
        heads, hidden = config.num_heads, config.hidden_size
        self.width, self.height = width, height
        self.centers = nn.Parameter(0.1 * torch.randn(heads, 2))
        self.alphas = nn.Parameter(torch.full((heads,), 0.5))
        bound = 1 / math.sqrt(heads * hidden)
        self.W_heads = nn.Parameter(torch.empty(heads, hidden, hidden).uniform_(-bound, bound))
        self.b_out = nn.Parameter(torch.zeros(hidden))

    def forward(self, hidden_states: Tensor) -> Tensor:
        batch, (width, height), heads = len(hidden_states), (self.width, self.height), len(self.alphas)
        P_i = axis_probabilities(self.centers[:, 0], self.alphas, width)  # (heads, width, width)
        P_j = axis_probabilities(self.centers[:, 1], self.alphas, height)  # (heads, height, height)

        # The batch goes into the columns: each step is then a few large matrix products.
        z = hidden_states.permute(1, 2, 0, 3).reshape(width, -1)  # (batch, w, h, c) -> (w, h * batch * c)
        z = P_i.reshape(heads * width, width) @ z  # (heads * w, h * batch * c)
        z = P_j[:, None] @ z.reshape(heads, width, height, -1)  # (heads, w, h, batch * c)
        z = z.reshape(heads, width * height * batch, -1) @ self.W_heads  # (heads, w * h * batch, c)
        z = z.sum(0) + self.b_out  # (w * h * batch, c)
        return z.reshape(width, height, batch, -1).permute(2, 0, 1, 3)  # (batch, w, h, c)


# %% nbgrader={"grade": false, "grade_id": "encoder", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["show"]
# BERT-like encoder and classifier (DO NOT CHANGE)
class BertLayer(nn.Module):
    """Attention, then the feed-forward network of Eq. (11), each with a residual connection and the layer norm of Eq. (10)."""

    def __init__(self, config: BertConfig, width: int, height: int) -> None:
        super().__init__()
        self.attention = GaussianSelfAttention(config, width, height)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, config.layer_norm_eps)
        self.ffn = BertFFN(config)

    def forward(self, hidden_states: Tensor) -> Tensor:
        update = self.dropout(self.attention(hidden_states))
        return self.ffn(self.layer_norm(hidden_states + update))


class BertEncoder(nn.Module):
    """A stack of layers."""

    def __init__(self, config: BertConfig, width: int, height: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(BertLayer(config, width, height) for _ in range(config.num_layers))

    def forward(self, hidden_states: Tensor) -> Tensor:
        for layer in self.layers:
            hidden_states = layer(hidden_states)
        return hidden_states


class BertImageClassifier(nn.Module):
    """Embed every pixel, encode (the layers of 2d), average over the pixels, classify."""

    def __init__(self, config: BertConfig, width: int, height: int, channels: int, num_classes: int = 10) -> None:
        super().__init__()
        self.embedding = nn.Linear(channels, config.hidden_size)
        self.encoder = BertEncoder(config, width, height)
        self.head = nn.Linear(config.hidden_size, num_classes)

    def forward(self, images: Tensor) -> Tensor:
        hidden_states = self.encoder(self.embedding(images))  # (batch, width, height, hidden)
        return self.head(hidden_states.mean((1, 2)))  # (batch, num_classes)


# %% nbgrader={"grade": false, "grade_id": "fit", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Training (DO NOT CHANGE)
def plot_heads(positions: Tensor, alphas: Tensor, ax: Axes, extent: float = 3.0) -> None:
    """Draw each head as the circle around its centre that holds half of its attention.

    The query pixel is at the origin. A head with centre Delta looks at the key k = q - Delta, so the
    circle is drawn at -Delta; exp(-alpha r^2) has half of its mass within r = sqrt(ln 2 / alpha).
    Heads beyond the frame are triangles on its edge, with their number. An alpha below 0.01 is drawn as 0.01: the head
    looks nearly everywhere.
    """
    offsets = -positions.numpy()
    diameters = 2 * torch.sqrt(math.log(2) / alphas.clamp(min=0.01)).numpy()
    colors = plt.colormaps["tab10"](np.arange(len(offsets)) % 10)
    edges = np.arange(-math.floor(extent), math.ceil(extent)) + 0.5  # pixels are centred on the integers
    ax.vlines(edges, -extent, extent, color="0.93", linewidth=0.8, zorder=0)
    ax.hlines(edges, -extent, extent, color="0.93", linewidth=0.8, zorder=0)
    ax.plot([-1, 0, 1] * 3, np.repeat([-1, 0, 1], 3), "+", color="0.6", zorder=1, label="3 x 3 shifts")
    ax.plot([], [], "o", color="0.4", markerfacecolor="none", markersize=9, label="half of its attention")
    style = {"units": "xy", "offsets": offsets, "offset_transform": ax.transData}
    ax.add_collection(EllipseCollection(diameters, diameters, 0, facecolors=colors, alpha=0.15, **style))
    ax.add_collection(EllipseCollection(diameters, diameters, 0, facecolors="none", edgecolors=colors, **style))
    beyond = np.abs(offsets).max(axis=1) > extent
    ax.scatter(*offsets[~beyond].T, s=12, c=colors[~beyond], zorder=3)
    for (i, j), color in zip(offsets[beyond], colors[beyond], strict=True):
        marker = (">" if i > 0 else "<") if abs(i) >= abs(j) else ("v" if j > 0 else "^")
        ax.plot(*np.clip((i, j), -extent, extent), marker, color=color, markersize=7, clip_on=False, zorder=4)
    if beyond.any():
        count = f"{beyond.sum()} of {len(beyond)} heads beyond the frame"
        white = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8}
        ax.text(0.5, 0.12, count, transform=ax.transAxes, ha="center", fontsize=7, bbox=white, zorder=5)
    step = 2 if extent < 5 else 5
    ticks = range(-step * int(extent / step), int(extent) + 1, step)
    ax.set(xlim=(-extent, extent), ylim=(extent, -extent), aspect="equal", xticks=ticks, yticks=ticks)
    ax.tick_params(length=0, labelsize=8, labelcolor="0.4")
    ax.spines[:].set_color("0.8")


def explain_heads(figure: Figure, ax: Axes) -> None:
    """A legend below all panels of heads."""
    figure.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8, frameon=False)


@dataclass
class History:
    """What a run leaves behind: a loss per step; centres, alphas and a score per epoch, the start first."""

    losses: list[float] = field(default_factory=list)
    centers: list[Tensor] = field(default_factory=list)  # each (layers, heads, 2)
    alphas: list[Tensor] = field(default_factory=list)  # each (layers, heads)
    accuracies: list[float] = field(default_factory=list)


def parameter_groups(
    model: nn.Module, lr: float, lr_centers: float, lr_alphas: float, weight_decay: float
) -> list[dict]:
    """Give centres and alphas their own learning rates, without weight decay."""
    named = dict(model.named_parameters())
    centers = [p for name, p in named.items() if name.endswith("centers")]
    alphas = [p for name, p in named.items() if name.endswith("alphas")]
    others = [p for name, p in named.items() if not name.endswith(("centers", "alphas"))]
    return [
        {"params": others, "lr": lr, "weight_decay": weight_decay},
        {"params": centers, "lr": lr_centers, "weight_decay": 0.0},
        {"params": alphas, "lr": lr_alphas, "weight_decay": 0.0},
    ]


def frame_of(history: History, layer: int) -> float:
    """How far pictures of a layer's heads reach from the query: all heads are inside, unless one has gone very far."""
    farthest = max(centers[layer].abs().max().item() for centers in history.centers)
    return min(max(2.5, 0.5 + farthest), 12.5)


def log_heads(writer: SummaryWriter, history: History) -> None:
    """Send the newest centres to TensorBoard, one figure per layer."""
    for layer, (centers, alphas) in enumerate(zip(history.centers[-1], history.alphas[-1], strict=True)):
        figure = Figure(figsize=(3.6, 3.8), dpi=80, layout="constrained")
        ax = figure.subplots()
        plot_heads(centers, alphas, ax, frame_of(history, layer))
        ax.set(title=f"layer {layer}", xlabel="k - q along i", ylabel="k - q along j")
        explain_heads(figure, ax)
        writer.add_figure(f"heads/layer {layer}", figure, global_step=len(history.centers) - 1)


def fit(
    model: nn.Module,
    positions: Callable[[], Tensor],
    batches: Callable[[], Iterator[tuple[Tensor, Tensor]]],
    loss_function: Callable[[Tensor, Tensor], Tensor],
    groups: list[dict],
    epochs: int,
    accuracy: Callable[[], float] | None = None,
    log_dir: str | None = None,
) -> History:
    """Train with AdamW, the rates falling along a cosine; interrupting ends early and keeps the history."""
    optimizer = torch.optim.AdamW(groups)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    attentions = [module for module in model.modules() if isinstance(module, GaussianSelfAttention)]
    history = History()

    def record() -> None:
        history.centers.append(torch.as_tensor(positions()).cpu())
        history.alphas.append(torch.tensor([attention.alphas.tolist() for attention in attentions]))
        if accuracy:
            history.accuracies.append(accuracy())
        if writer:
            log_heads(writer, history)

    with SummaryWriter(log_dir) if log_dir else contextlib.nullcontext() as writer:
        record()
        try:
            for _ in (bar := tqdm(range(epochs), disable=GRADED)):
                for inputs, targets in batches():
                    loss = loss_function(model(inputs), targets)
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                    history.losses.append(loss.item())
                schedule.step()
                record()
                if writer:
                    writer.add_scalar("loss", history.losses[-1], len(history.losses))
                bar.set_postfix(loss=history.losses[-1])
        except KeyboardInterrupt:
            print(f"Interrupted after {len(history.losses)} steps; the history so far is kept.")
    return history


def shuffled(images: Tensor, labels: Tensor, batch_size: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield the images once, in random order."""
    for index in torch.randperm(len(images), device=images.device).split(batch_size):
        yield images[index], labels[index]


@torch.no_grad()
def test_accuracy(model: nn.Module, data: ImageData) -> float:
    """Share of the test images that the model labels right."""
    model.eval()
    right = [
        (model(images).argmax(-1) == labels).sum()
        for images, labels in zip(data.test_images.split(500), data.test_labels.split(500), strict=True)
    ]
    model.train()
    return sum(right).item() / len(data.test_labels)


def train_classifier(
    model: nn.Module, data: ImageData, epochs: int, batch_size: int = 50, lr: float = 1e-3, log_dir: str | None = None
) -> History:
    """Train the classifier; centres move fast, alphas slowly."""
    return fit(
        model,
        positions=lambda: head_positions(model),
        batches=lambda: shuffled(data.train_images, data.train_labels, batch_size),
        loss_function=F.cross_entropy,
        groups=parameter_groups(model, lr, lr_centers=0.1, lr_alphas=0.01, weight_decay=0.01),
        epochs=epochs,
        accuracy=lambda: test_accuracy(model, data),
        log_dir=log_dir,
    )


# %% [markdown]
# ### 2e · Where are the heads? · ●●○ · 40 min
#
# Before you train, write the instrument that watches: `head_positions(model)` returns the centres $\boldsymbol\Delta$ of all heads of all layers, shape `(layers, heads, 2)`. Layer `l` keeps them in
# `model.encoder.layers[l].attention.centers`. Return one tensor or array, a *detached copy*: otherwise what was recorded of earlier epochs changes
# while training goes on. Reading does not change the model.


# %% nbgrader={"grade": false, "grade_id": "training", "locked": false, "schema_version": 3, "solution": true, "task": false}
def head_positions(model):
    """A detached copy of the centres of all heads, shape (layers, heads, 2)."""
    ### BEGIN SOLUTION
    return torch.stack([layer.attention.centers.detach().clone() for layer in model.encoder.layers])
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_training", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
with public_check("training"):
    # A model that has nothing but centres: all of layer l stand at (l + 0.25, -l).
    watched = nn.Module()
    watched.encoder = nn.Module()
    watched.encoder.layers = nn.ModuleList(nn.Module() for _ in range(3))
    for number, layer in enumerate(watched.encoder.layers):
        layer.attention = nn.Module()
        layer.attention.centers = nn.Parameter(torch.tensor([[number + 0.25, -float(number)]] * 5))
        layer.attention.alphas = nn.Parameter(torch.ones(5))
    positions = head_positions(watched)
    assert not isinstance(positions, list | tuple), "return one tensor, not a list of them: stack the layers"
    assert not getattr(positions, "requires_grad", False), "the positions still belong to the graph: detach them"
    read = numbers(positions)
    assert tuple(read.shape) == (3, 5, 2), (
        f"the shape is (layers, heads, 2), (3, 5, 2) here; yours is {tuple(read.shape)}"
    )
    place = [round(float(number), 4) for number in read[2, 4]]
    assert place != [-2.25, 2], "the centres are asked as they are, not where the heads look"
    assert place != [-2, 2.25], "each centre is (Delta_1, Delta_2): are the two swapped?"
    assert place == [2.25, -2], (
        "layer l keeps its centres in model.encoder.layers[l].attention.centers; take them as they are"
    )
    with torch.no_grad():
        watched.encoder.layers[1].attention.centers.fill_(7.0)
    assert float(numbers(positions)[1].max()) == 1.25, "the positions changed together with the model: return a copy"
    assert float(numbers(head_positions(watched))[1].max()) == 7, "a second call does not see where the heads are now"
    assert watched.training, "after your function the model is in evaluation mode: leave it as it was"
    assert all(p.requires_grad for p in watched.parameters()), (
        "after your function the model cannot learn: detach a copy, not its own centres"
    )
    # A few steps with all your parts: the loss falls and the centres move.
    torch.manual_seed(0)
    images, labels = torch.randn(8, 6, 4, 2, device=device), torch.arange(8, device=device)
    small = BertImageClassifier(
        BertConfig(hidden_size=8, intermediate_size=16, num_heads=5, num_layers=2), 6, 4, channels=2
    ).to(device)
    history = train_classifier(small, ImageData("noise", images, labels, images, labels), epochs=4, batch_size=8)
    assert history.losses[-1] < history.losses[0], (
        "training did not lower the loss: are all gradients alive in your parts?"
    )
    steps = numbers(head_positions(small)).cpu() - history.centers[0]
    assert steps.abs().max() > 0, "the centres did not move, or your function does not see it"


# %% [markdown]
# #### Experiment 1: imitation
#
# One layer of nine heads learns a random 3 x 3 convolution on noise. All heads start near the middle, and wide; nobody tells them where the kernel's shifts are. Do they find them?
#
# In the figures the query pixel is in the middle. A dot shows where a head looks, $\mathbf k - \mathbf q = -\boldsymbol\Delta$; the circle around it holds half of the head's attention. Small grey crosses are the
# nine shifts of a 3 x 3 kernel. Heads beyond the frame are triangles at its edge, and their number is written there. Mind the scales: each layer has its own.


# %% nbgrader={"grade": false, "grade_id": "imitation", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Imitation: nine heads learn a convolution (DO NOT CHANGE)
def imitate(seed: int, steps: int = 1000, log_dir: str | None = None) -> History:
    """Train one layer of nine heads to answer noise as a random 3x3 convolution does."""
    torch.manual_seed(seed)
    width, height, channels, batch_size = 8, 8, 16, 16
    convolution = nn.Conv2d(channels, channels, kernel_size=3).to(device)  # no padding: the border has no target
    nn.init.normal_(convolution.weight)
    convolution.requires_grad_(False)
    attention = GaussianSelfAttention(BertConfig(hidden_size=channels), width, height).to(device)
    model = nn.Module()  # the layer as the only one of a model, for head_positions to read
    model.encoder = nn.Module()
    model.encoder.layers = nn.ModuleList([nn.Module()])
    model.encoder.layers[0].attention = attention

    def noise(epoch_steps: int = 20) -> Iterator[tuple[Tensor, Tensor]]:
        for _ in range(min(epoch_steps, steps)):
            images = torch.randn(batch_size, width, height, channels, device=device)
            targets = convolution(images.permute(0, 3, 1, 2))  # (batch, w, h, c) -> (batch, c, w - 2, h - 2)
            yield images, targets.permute(0, 2, 3, 1)  # (batch, c, w - 2, h - 2) -> (batch, w - 2, h - 2, c)

    def loss_away_from_the_border(outputs: Tensor, targets: Tensor) -> Tensor:
        return F.mse_loss(outputs[:, 1:-1, 1:-1], targets)

    return fit(
        attention,
        positions=lambda: head_positions(model),  # (1, heads, 2)
        batches=noise,
        loss_function=loss_away_from_the_border,
        # Without weight decay neighbouring heads share pixels, one adding what another takes away, and stop halfway.
        groups=parameter_groups(attention, lr=0.03, lr_centers=0.03, lr_alphas=0.02, weight_decay=0.1),
        epochs=max(1, steps // 20),
        log_dir=log_dir,
    )


def shifts_found(centers: Tensor) -> int:
    """How many of the nine shifts of a 3x3 kernel are the pixel that some head attends to most."""
    nearest = {tuple(center) for center in centers.round().int().tolist()}
    return len(nearest & {(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)})


# %% nbgrader={"grade": false, "grade_id": "figures", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Figures of a training run (DO NOT CHANGE)
def plot_training(history: History, title: str) -> Figure:
    """The loss, and the heads of every layer at the start, in the middle and at the end."""
    last = len(history.centers) - 1
    epochs = (last,) if GRADED else (0, last // 2, last)
    layers = len(history.centers[0])
    figure = plt.figure(figsize=(10, 1.2 + 2.3 * layers), layout=None if GRADED else "constrained")
    grid = figure.add_gridspec(layers, 1 + len(epochs))

    ax = figure.add_subplot(grid[:, 0])
    ax.plot(history.losses, linewidth=0.8)
    ax.set(title="training loss", xlabel="step", yscale="linear" if GRADED else "log")  # log ticks are slow to draw
    ax.spines[["top", "right"]].set_visible(False)
    for layer in range(layers):
        for column, epoch in enumerate(epochs, start=1):
            ax = figure.add_subplot(grid[layer, column])
            plot_heads(history.centers[epoch][layer], history.alphas[epoch][layer], ax, frame_of(history, layer))
            ax.set_title(f"layer {layer}, epoch {epoch}", fontsize=9)
            if column == 1:
                ax.set_ylabel("k - q along j", fontsize=9)
            if layer == layers - 1:
                ax.set_xlabel("k - q along i", fontsize=9)
    figure.suptitle(title)
    if not GRADED:
        explain_heads(figure, ax)
    return figure


# %% nbgrader={"grade": false, "grade_id": "walk", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Heads, epoch by epoch (DO NOT CHANGE)
def explore_heads(history: History, layer: int = 0) -> None:
    """One layer's heads in a row of panels, which stay when the notebook is opened again; below it a player, if ipywidgets is there."""
    if GRADED:
        return  # nobody is there to look
    last = len(history.centers) - 1
    moments = sorted({round(last * (step / 4) ** 2) for step in range(5)})  # they move most at the beginning
    figure, axes = plt.subplots(1, len(moments), figsize=(2 * len(moments), 2.6), squeeze=False, layout="constrained")
    for ax, epoch in zip(axes[0], moments, strict=True):
        plot_heads(history.centers[epoch][layer], history.alphas[epoch][layer], ax, frame_of(history, layer))
        ax.set_title(f"layer {layer}, epoch {epoch}", fontsize=9)
        ax.set_xlabel("k - q along i", fontsize=9)
    axes[0][0].set_ylabel("k - q along j", fontsize=9)
    explain_heads(figure, axes[0][0])
    plt.show()
    if ipywidgets is None:
        return

    def draw(epoch: int, layer: int) -> None:
        figure, ax = plt.subplots(figsize=(3.6, 3.9), layout="constrained")
        plot_heads(history.centers[epoch][layer], history.alphas[epoch][layer], ax, frame_of(history, layer))
        ax.set(title=f"layer {layer}, epoch {epoch}", xlabel="k - q along i", ylabel="k - q along j")
        explain_heads(figure, ax)
        plt.show()

    play = ipywidgets.Play(min=0, max=last, step=max(1, last // 40), interval=200)
    epoch = ipywidgets.IntSlider(min=0, max=last, description="epoch")
    which = ipywidgets.Dropdown(options=range(len(history.centers[0])), value=layer, description="layer")
    ipywidgets.jslink((play, "value"), (epoch, "value"))
    shown = ipywidgets.interactive_output(draw, {"epoch": epoch, "layer": which})
    display(ipywidgets.HBox([play, epoch, which]), shown)


# %% nbgrader={"grade": false, "grade_id": "run_imitation", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["keep-output"]
# Run the imitation (DO NOT CHANGE)
with when_filled_in():
    imitation = imitate(seed=0, steps=4 if GRADED else 1000)
    plot_training(imitation, f"{shifts_found(imitation.centers[-1][0])} of 9 shifts found")
    plt.show()

# %% [markdown]
# *What we saw* (two CPU cores, no GPU, a few seconds for a run): with each of the seeds 0 to 4, the one above and four others, all nine shifts were found, and alpha went from 0.5 to a mean of about 4. Of the seeds
# 0 to 19 two left one shift without a head. The number that your run found stands above your figure; another machine may give another one.
#
# Watch the heads walk: the panels show five moments. With ipywidgets installed, there are controls below them: press play, or move the slider.

# %% nbgrader={"grade": false, "grade_id": "walk_imitation", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["figure"]
# The heads of the imitation, epoch by epoch (DO NOT CHANGE)
with when_filled_in():
    explore_heads(imitation)

# %% [markdown]
# #### Experiment 2: classification
#
# Now the whole encoder learns to tell images apart. Centres and alphas have learning rates of their own. You may interrupt: what was recorded so far is kept. To watch it live, start TensorBoard before you train by running
# this in a cell of its own:
#
# ```
# %load_ext tensorboard
# %tensorboard --logdir runs
# ```

# %% nbgrader={"grade": false, "grade_id": "run_classification", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["keep-output"]
# Run the classification (DO NOT CHANGE)
_, width, height, channels = data.train_images.shape
seed = 0
if GRADED:
    config, epochs, batch_size, lr = BertConfig(num_layers=1), 2, 20, 1e-3  # four steps
elif data.name == "digits":
    config, epochs, batch_size, lr = BertConfig(hidden_size=32, intermediate_size=64, num_layers=3), 30, 50, 1e-3
else:
    config, epochs, batch_size, lr = BertConfig(hidden_size=48, intermediate_size=96, num_layers=2), 8, 100, 3e-3
with when_filled_in():
    torch.manual_seed(seed)
    model = BertImageClassifier(config, width, height, channels).to(device)
    history = train_classifier(model, data, epochs, batch_size, lr, log_dir=None if GRADED else "runs/classification")
    plot_training(history, f"{data.name}: test accuracy {history.accuracies[-1]:.3f}")
    plt.show()

# %% [markdown]
# *What we saw* (two CPU cores, no GPU, seeds 0 to 4): on the digits a test accuracy of 0.96 to 0.98 after 30 epochs, in about a minute. How far the heads walk and how much they sharpen depends on the seed, and differs from layer to
# layer: look at yours. For scale: in an image of 8 x 8 pixels no key is more than seven steps from its query, along i or along j. On CIFAR-10, with the settings above: 0.42 after one epoch, 0.63 after eight, in about five minutes.
# (The paper reports 93.8 % on CIFAR-10 for the full-size model, after 300 epochs.)
#
# The same player for the classifier; choose a layer.

# %% nbgrader={"grade": false, "grade_id": "walk_classification", "locked": true, "schema_version": 3, "solution": false, "task": false} tags=["figure"]
# The heads of the classifier, epoch by epoch (DO NOT CHANGE)
with when_filled_in():
    explore_heads(history)

# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_training", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Look at both experiments. How do the heads move between the beginning and the end, and how do their circles change, in each layer? What would you expect to see if the Main Theorem describes what
# training finds, and how far do your figures support it?
#
# === BEGIN MARK SCHEME ===
# **Marking scheme**
#
# Mark what the student's **own** figures show; they stand in the notebook. An honest description of a run that went otherwise than ours earns all; a claim that the figures do not show earns nothing.
#
# - 0.5 point: imitation: the centres start in one heap and move apart.
# - 0.5 point: imitation: where they end: on the nine shifts, one head each (or on as many as the figure says).
# - 0.5 point: imitation: alpha grows, the circles shrink.
# - 0.5 point: imitation: what that means: each head looks at little more than one pixel.
# - 0.5 point: classification, first layer: what the centres do.
# - 0.5 point: classification, first layer: what the circles do.
# - 0.5 point: classification, later layers: what they do.
# - 0.5 point: classification: how first and later layers differ (or that they do not).
# - 0.5 point: prediction: heads on distinct whole-numbered shifts.
# - 0.5 point: prediction: large alpha, so that each looks at one pixel.
# - 0.5 point: judgement: the theorem says that attention *can* be a convolution, not that training must find one.
# - 0.5 point: judgement: a verdict on each experiment that follows from what was described.
#
# A run without figures earns nothing for its description. Circles are drawn at $\mathbf k - \mathbf q = -\boldsymbol\Delta$: mixing up the sign loses nothing.
#
# Common wrong arguments: "the imitation proves the theorem" or "the classifier refutes it" (not the eleventh half point); accuracy in the place of movements (earns nothing); "the heads spread" said of all
# layers together (the fifth half point only).
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_training", "locked": false, "points": 6, "schema_version": 3, "solution": true, "task": false}
# Imitation: the nine centres start in one heap, move apart within the first steps and end on the nine shifts of the kernel, one head each. Alpha grows from 0.5 to about 4, the circles shrink: each head looks at little more than one pixel.
#
# Classification (our run on the digits): in the first layer the centres spread over about four pixels around the query; some circles shrink, others stay as wide as at the start. The heads of the later layers walk farther: in the second layer about six
# pixels, in the last one eight and more, where most queries have no pixel, so that these heads look at the edge of the image. Their circles are small, and some heads share a place.
#
# If training found what the Main Theorem describes, there would be heads on distinct whole-numbered shifts, with a large alpha. The imitation shows exactly this. The classifier does not: its first layer goes in that direction without becoming
# a kernel, its later layers do something else. This does not contradict the theorem, which says that attention can be a convolution, not that a task makes it one.

# %% [markdown]
# ---
# # What you learnt
#
# - Multi-head attention is a sum over heads: each reads pixels and sends them through one matrix $\mathbf W^{(h)}$.
# - With Gaussian relative positions and a large $\alpha$, a head reads one pixel, and $K^2$ of them are a $K \times K$ convolution: away from the border, and
#   with $D_o \ge \min(D_i, D_{out})$.
# - Padding, dilation and stride: which of them such a layer can do alone, and what it needs for the others.
# - Positional embeddings, GELU, layer normalisation and a feed-forward block, right to the last digit.
# - A theorem says what a model *can* be. What training makes of it is another question: you have looked, and compared.
#
# **Where to go on**
#
# - S. d'Ascoli, H. Touvron, M. L. Leavitt, A. S. Morcos, G. Biroli, L. Sagun: *ConViT: Improving Vision Transformers with Soft Convolutional Inductive
#   Biases.* International Conference on Machine Learning (ICML), 2021. [arXiv:2103.10697](https://arxiv.org/abs/2103.10697): heads with the
#   Gaussian positions of 1b that *start* as a convolution, and may leave it.
# - A. Dosovitskiy, L. Beyer, A. Kolesnikov, D. Weissenborn, X. Zhai, T. Unterthiner, M. Dehghani, M. Minderer, G. Heigold, S. Gelly, J. Uszkoreit,
#   N. Houlsby: *An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale.* International Conference on Learning Representations
#   (ICLR), 2021. [arXiv:2010.11929](https://arxiv.org/abs/2010.11929): attention on patches, without convolutions.
# - P. Ramachandran, N. Parmar, A. Vaswani, I. Bello, A. Levskaya, J. Shlens: *Stand-Alone Self-Attention in Vision Models.* Advances in Neural
#   Information Processing Systems 32, 2019. [arXiv:1906.05909](https://arxiv.org/abs/1906.05909): attention in the place of every convolution.
# - Try it: start the classifier's heads on the nine shifts instead of in the middle. Does it learn faster? Does it stay there?
#
# Restart the kernel, run everything from top to bottom, read your answers once more, save, and hand in.
