"""What is forbidden is found in code however it is imported, and refused however it is reached; nothing else is."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from autograder.jail.inside.guard.operators import operators_of, symbol_of
from autograder.jail.things import KNOWN, things
from autograder.judge import Forbidden

WORDS = ("gelu", "mish", "attention", "rnn", "layer_norm")
"""One for every thing that is known."""
RULE = Forbidden(
    names=("torch.nn.LayerNorm", "torch.nn.functional.layer_norm"),
    why="Write it yourself.",
    things=("layer_norm",),
)


@pytest.mark.parametrize(
    "source",
    [
        "nn.LayerNorm(3)",
        "torch.nn.functional.layer_norm(x, (3,))",
        "import torch.nn.functional as G\nG.layer_norm(x, (3,))",
        "from torch.nn import LayerNorm",
        "from torch.nn import LayerNorm as L\nL(3)",
        "from torch.nn import functional\nfunctional.layer_norm(x, (3,))",
        "from torch import nn as n\nclass A(n.LayerNorm): pass",
        "getattr(nn, 'LayerNorm')(3)",
        "%matplotlib inline\nf = F.layer_norm",
        "norm = F\nnorm.layer_norm(x)",
        "eval('torch.nn.LayerNorm')",
    ],
)
def test_uses_are_found(source):
    assert RULE.found_in(source)


@pytest.mark.parametrize(
    "source",
    [
        "# torch.nn.LayerNorm is not allowed\nx = 1",
        '"""Like torch.nn.LayerNorm, but ours."""',
        "class BertLayerNorm(nn.Module): pass",
        "self.LayerNorm = BertLayerNorm(3)",
        "def layer_norm(x): return x\nlayer_norm(3)",
        "this is not python",
        "nn.Linear(3, 3)",
    ],
)
def test_nothing_else_is(source):
    assert not RULE.found_in(source)


TRICKS = {
    "put together": "def mish(x):\n    return getattr(F, 'mi' + 'sh')(x)",
    "operator": "def mish(x):\n    return getattr(torch.ops.aten, 'mi' + 'sh')(x)",
    "below Python": "def mish(x):\n    return getattr(torch._C._nn, 'mi' + 'sh')(x)",
    "saved before": "def mish(x, kept=getattr(F, 'mi' + 'sh')):\n    return kept(x)",
    "traced": "kept = torch.jit.trace(getattr(F, 'mi' + 'sh'), torch.zeros(3))\ndef mish(x):\n    return kept(x)",
    "mapped": "def mish(x):\n    return torch.func.vmap(getattr(F, 'mi' + 'sh'))(x)",
    "a layer's": "kept = nn.TransformerEncoderLayer(8, 1, activation=getattr(F, 'mi' + 'sh'))\ndef mish(x):\n    return kept.activation(x)",
    "another program's": "import subprocess, sys\ndef mish(x):\n    subprocess.run([sys.executable, '-c', 'pass'], check=True)\n    return x * torch.tanh(torch.log1p(torch.exp(x)))",
    "the guard sent away": "import sys\nsys.modules['autograder.jail.inside.guard']._patch = sys.modules['autograder.jail.inside.guard'].forbid_operators = lambda *args: None\ndef mish(x):\n    return getattr(F, 'mi' + 'sh')(x)",
    "the guard not called": "import sys\nsys.modules['autograder.jail.inside.answers'].Answers._REQUESTS['forbid'] = lambda *args: None\ndef mish(x):\n    return getattr(F, 'mi' + 'sh')(x)",
}


# another process, which has no guard, computes Mish and answers through pipes
HELPER = """
asked, asking = os.pipe()
answered, answering = os.pipe()
def serve():
    import struct
    while True:
        (number,) = struct.unpack("d", os.read(asked, 8))
        os.write(answering, struct.pack("d", getattr(F, "mi" + "sh")(torch.tensor(number, dtype=torch.float64)).item()))
def mish(x):
    import struct, select
    values = []
    for number in x.flatten().tolist():
        os.write(asking, struct.pack("d", number))
        if not select.select([answered], [], [], 0.5)[0]:
            raise ValueError("nobody answers")
        values.append(struct.unpack("d", os.read(answered, 8))[0])
    return torch.tensor(values, dtype=x.dtype).reshape(x.shape)
"""
TRICKS |= {
    "a process of a cell": f"{HELPER}\nif os.fork() == 0:\n    serve()",
    "a process of the snapshot": f"""{HELPER}
def help():
    if os.fork() == 0:
        serve()
def in_snapshot():
    global begun
    if not begun:
        begun = True
        help()
begun = False
os.register_at_fork(after_in_child=in_snapshot)""",
    "a thread of the notebook": f"""{HELPER}
import threading
begun = False
def in_notebook():
    global begun
    if not begun:
        begun = True
        threading.Thread(target=serve, daemon=True).start()
os.register_at_fork(after_in_parent=in_notebook)""",
}


@pytest.mark.parametrize("source", TRICKS.values(), ids=TRICKS)
def test_no_trick_wins_with_torchs_own(grade, source):
    verdicts = grade(mish=source)
    assert verdicts["mish"].earned == 0
    assert verdicts["slow"].earned == verdicts["slow"].points


# what a notebook's earlier cell keeps (`kept`), and what its answer then calls; x is a float64 tensor of shape (4, 6)
KEPT = """
import copy, ctypes, functools, gc, importlib.util, io, marshal, os, pickle, sys, types, warnings
import torch, torch.nn.functional as F, torch._refs.nn.functional as R, torch._decomp as D, torch._refs
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx
warnings.simplefilter("ignore")
aten, CPU = torch.ops.aten, torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
x = torch.linspace(-2, 3, 24, dtype=torch.float64).reshape(4, 6)
eye = torch.eye(6, dtype=x.dtype)
q, w = x[None, None], eye + 0.1

def innermost(function):
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function

def called(function):
    function(x)
    return function

def copied(function, code=lambda code: code):
    return types.FunctionType(
        code(function.__code__), function.__globals__, "mine", function.__defaults__, function.__closure__)

def hidden(function):
    gc.freeze()
    return function

def when_forked(make):
    made = []
    os.register_at_fork(after_in_child=lambda: made or made.append(make()))
    return made

def def_code(function):
    # code that defines `place`, which does what the function does
    code = compile("def place(): pass", "mine", "exec")
    return code.replace(co_consts=tuple(
        function.__code__ if isinstance(one, types.CodeType) else one for one in code.co_consts))

def holding(function):
    def outer():
        def place(): pass
        return place
    code = outer.__code__
    return types.FunctionType(code.replace(co_consts=tuple(
        function.__code__ if isinstance(one, types.CodeType) else one for one in code.co_consts)), vars(R))

def begun(function):
    def outer():
        yield
        def place(): pass
        yield place
    code = outer.__code__
    generator = types.FunctionType(code.replace(co_consts=tuple(
        function.__code__ if isinstance(one, types.CodeType) else one for one in code.co_consts)), vars(R))()
    next(generator)
    return generator

def loader(make):
    class Mine:
        def find_spec(self, name, path=None, target=None):
            import importlib.machinery
            return importlib.machinery.ModuleSpec(name, self) if name == "mine" else None
        def create_module(self, spec):
            return None
        def exec_module(self, module):
            module.made = make()
    sys.meta_path.append(Mine())
    return "mine"

def with_code(code):
    function = types.FunctionType((lambda a, approximate: a).__code__, vars(R))
    function.__code__ = code
    return function

def loaded_again(name):
    spec = importlib.util.spec_from_file_location(name + "_again", importlib.util.find_spec(name).origin)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def traced(function):
    class Mine(nn.Module):
        def forward(self, x):
            return function(x)
    return torch.jit.trace(Mine(), x)

def for_phones(module):
    from torch.jit.mobile import _load_for_lite_interpreter
    return _load_for_lite_interpreter(io.BytesIO(module._save_to_buffer_for_lite_interpreter()))
"""
GELU = {
    "function": ("F.gelu", "kept(x)"),
    "in place": ("0", "aten.gelu_(x.clone())"),
    "out": ("aten.gelu.out", "kept(x, out=x.clone())"),
    "C": ("torch._C._nn.gelu", "kept(x)"),
    "redispatch": ("aten.gelu.default.redispatch", "kept(CPU, x)"),
    "boxed": ("torch._C._dispatch_call_boxed", "kept(aten.gelu.default._handle, x, approximate='none')"),
    "by key": ("aten.gelu.default._op_dk", "kept(torch._C.DispatchKey.CPU, x)"),
    "kernel": ("torch.library.get_kernel('aten::gelu', 'CPU')", "kept.call_boxed(CPU, x)"),
    "backward": ("0", "x * aten.gelu_backward(torch.ones_like(x), x)"),
    "class": ("nn.GELU()", "kept(x)"),
    "subclass": ("type('Mine', (nn.GELU,), {})()", "kept.forward(x)"),
    "float32 by oneDNN": ("0", "F.gelu(x.float().to_mkldnn()).to_dense()"),
    "nested": ("0", "F.gelu(torch.nested.nested_tensor([x]))"),
    "fused linear": ("0", "torch.ops.mkldnn._linear_pointwise(x.float(), eye.float(), None, 'gelu', [], 'none')"),
    "addmm": ("0", "torch._addmm_activation(torch.zeros(6, dtype=x.dtype), x, eye, use_gelu=True)"),
    "vmap": ("torch.func.vmap(F.gelu)", "kept(x)"),
    "code of it in a function of one's own": ("holding(innermost(R.gelu))", "kept()(x, 'none')"),
    "code of it in a module's code": (
        "def_code(innermost(R.gelu))",
        "(exec(kept, scope := dict(vars(R))), scope['place'])[1](x, 'none')",
    ),
    "code of it, run by a loader of one's own": (
        "loader(lambda code=def_code(innermost(R.gelu)): (exec(code, scope := dict(vars(R))), scope['place'])[1])",
        "__import__(kept).made(x, 'none')",
    ),
    "reference": ("R.gelu", "kept(x)"),
    "wrapped": ("innermost(R.gelu)", "kept(x)"),
    "table": ("D.decomposition_table[aten.gelu.default]", "kept(x)"),
    "table asked later": ("D", "kept.get_decompositions([aten.gelu])[aten.gelu.default](x)"),
    "partial": ("functools.partial(R.gelu, x)", "kept()"),
    "pickled": ("pickle.dumps(R.gelu)", "pickle.loads(kept)(x)"),
    "copy": ("copied(innermost(R.gelu))", "kept(x)"),
    "copy by marshal": ("copied(innermost(R.gelu), lambda c: marshal.loads(marshal.dumps(c)))", "kept(x)"),
    "copy under another name": ("copied(innermost(R.gelu), lambda c: c.replace(co_name='mine'))", "kept(x)"),
    "copy with other variables": (
        "copied(innermost(R.gelu), lambda c: c.replace(co_varnames=tuple(f'own_{name}' for name in c.co_varnames)))",
        "kept(x)",
    ),
    "code": ("innermost(R.gelu).__code__", "types.FunctionType(kept, vars(R))(x, 'none')"),
    "code as bytes": (
        "marshal.dumps(innermost(R.gelu).__code__)",
        "types.FunctionType(marshal.loads(kept), vars(R))(x, 'none')",
    ),
    "code put into a function": ("innermost(R.gelu).__code__", "with_code(kept)(x, 'none')"),
    "traced": ("torch.jit.trace(F.gelu, x)", "kept(x)"),
    "traced, its call kept": ("torch.jit.trace(lambda x: R.gelu(x), x).__call__", "kept(x)"),
    "traced, its method's call kept": ("traced(R.gelu).forward.__call__", "kept(x)"),
    "traced, its class's call kept": (
        "(torch._C.ScriptMethod.__call__, traced(R.gelu).forward)",
        "kept[0](kept[1], x)",
    ),
    "traced, its graph kept": (
        "torch.jit.trace(lambda x: R.gelu(x), x).graph",
        "torch._C._jit_interpret_graph(kept, (x,))",
    ),
    "traced for phones": ("for_phones(traced(R.gelu))", "kept(x)"),
    "traced for phones, its method kept": ("for_phones(traced(R.gelu))._c.run_method", "kept('forward', (x,))"),
    "traced reference": ("torch.jit.trace(lambda x: R.gelu(x), x)", "kept(x)"),
    "traced module": ("torch.jit.trace(nn.GELU(), x)", "kept(x)"),
    "static": ("torch._C._jit_to_static_module(torch.jit.trace(nn.GELU(), x)._c)", "kept(x)"),
    "static, its call kept": ("torch._C._jit_to_static_module(traced(R.gelu)._c).__call__", "kept(x)"),
    "kernel, its call kept": ("torch.library.get_kernel('aten::gelu', 'CPU').call_boxed", "kept(CPU, x)"),
    "fx": ("make_fx(F.gelu, decomposition_table=D.get_decompositions([aten.gelu]))(x)", "kept(x)"),
    "fx forward": ("make_fx(lambda x: R.gelu(x))(x).forward", "kept(x)"),
    "fx interpreted": ("make_fx(lambda x: R.gelu(x))(x)", "torch.fx.Interpreter(kept).run(x)"),
    "fx copied": ("copied((fx := make_fx(lambda x: R.gelu(x))(x)).forward.__func__)", "kept(nn.Module(), x)"),
    "fx made again": ("make_fx(lambda x: R.gelu(x))(x)", "(kept.recompile(), kept.forward(x))"),
    "fx made anew": ("make_fx(lambda x: R.gelu(x))(x)", "torch.fx.GraphModule(nn.Module(), kept.graph).forward(x)"),
    "exported": ("torch.export.export(nn.GELU(), (x,)).run_decompositions().module()", "kept(x)"),
    "compiled": ("called(torch.compile(F.gelu, backend='aot_eager_decomp_partition'))", "kept(x)"),
    "torchvision": ("__import__('torchvision').ops.MLP(6, [6, 6], activation_layer=nn.GELU).double()", "kept(x)"),
}
NORM = {
    "function": ("F.layer_norm", "kept(x, (6,))"),
    "copy of the function": ("copied(F.layer_norm)", "kept(x, (6,))"),
    "copy of one whose name tells nothing": ("copied(innermost(torch._refs._normalize))", "kept(x, [1], 1e-12)"),
    "kept from a library that is gone": (
        "(__import__('scipy.stats').stats.zscore, sys.modules.pop('scipy.stats'))[0]",
        "torch.tensor(kept(x.numpy(), axis=1))",
    ),
    "copy of one that an import brings": (
        "copied(__import__('scipy.cluster.vq').cluster.vq.whiten)",
        "torch.tensor(kept((x - x.mean(-1, keepdim=True)).T.numpy()).T)",
    ),
    "composite": ("aten.layer_norm.default", "kept.decompose(x, [6])"),
    "root mean square, mapped": ("torch.func.vmap(torch.rms_norm, in_dims=(0, None))", "kept(x, (6,))"),
    "fused, mapped": (
        "torch.func.vmap(torch._fused_rms_norm, in_dims=(0, None, None, None))",
        "kept(x, (6,), None, 1e-12)",
    ),
    "code for mapped tensors": (
        "aten._fused_rms_norm.default",
        "kept.redispatch(torch._C.DispatchKeySet(torch._C.DispatchKey.FuncTorchBatched), x, (6,), None, 1e-12)",
    ),
    "native": ("torch.native_layer_norm", "kept(x, (6,), None, None, 1e-12)[0]"),
    "group": ("F.group_norm", "kept(x, 1)"),
    "instance": ("F.instance_norm", "kept(x[None])"),
    "batch": ("F.batch_norm", "kept(x.T, None, None, training=True).T"),
    "batch impl": ("torch._batch_norm_impl_index", "kept(x.T, None, None, None, None, True, 0.1, 1e-5, False)[0].T"),
    "legit": ("aten._native_batch_norm_legit.no_stats", "kept(x.T, None, None, True, 0.1, 1e-12)[0].T"),
    "functional": (
        "aten._native_batch_norm_legit_functional",
        "kept(x.T, None, None, x[:, 0], x[:, 0], True, 0.1, 1e-12)[0].T",
    ),
    "updating": ("aten._batch_norm_with_update", "kept(x.T, None, None, x[:, 0], x[:, 0], 0.1, 1e-12)[0].T"),
    "root mean square": ("F.rms_norm", "kept(x - x.mean(-1, keepdim=True), (6,))"),
    "fused root mean square": ("torch._fused_rms_norm", "kept(x - x.mean(-1, keepdim=True), (6,), None, 1e-12)[0]"),
    "response": ("F.local_response_norm", "kept((x - x.mean(-1, keepdim=True))[..., None], 11)"),
    "reference": ("R.layer_norm", "kept(x, (6,))"),
    "native reference": ("innermost(torch._refs.native_layer_norm)", "kept(x, (6,), None, None, 1e-12)[0]"),
    "table": ("D.decomposition_table[aten.native_layer_norm.default]", "kept(x, (6,), None, None, 1e-12)[0]"),
    "table of batch": (
        "D.decomposition_table[aten._native_batch_norm_legit.no_stats]",
        "kept(x.T, None, None, True, 0.1, 1e-12)[0].T",
    ),
    "class": ("nn.LayerNorm(6).double()", "kept(x)"),
    "subclass": ("type('Mine', (nn.LayerNorm,), {})(6).double()", "kept(x)"),
    "lazy": ("0", "nn.LazyBatchNorm1d().double()(x)"),
    "encoder": (
        "nn.TransformerEncoderLayer(6, 1, activation='gelu', batch_first=True).double().eval()",
        "torch.no_grad()(kept)(x[None])",
    ),
    "zscore": ("__import__('scipy.stats').stats.zscore", "torch.tensor(kept(x.numpy(), axis=1))"),
    "scale": ("__import__('sklearn.preprocessing').preprocessing.scale", "torch.tensor(kept(x.numpy(), axis=1))"),
    "scaler": ("__import__('sklearn.preprocessing').preprocessing.StandardScaler()", "kept.fit_transform(x.numpy())"),
    "frozen, loaded again": (
        "loaded_again('torchvision.ops.misc').FrozenBatchNorm2d(4).double()",
        "kept(x[None, ..., None])",
    ),
    "frozen, loaded later": (
        "0",
        "loaded_again('torchvision.ops.misc').FrozenBatchNorm2d(4).double()(x[None, ..., None])",
    ),
    "frozen": ("__import__('torchvision').ops.FrozenBatchNorm2d(4).double()", "kept(x[None, ..., None])"),
}
# q is (1, 1, 4, 6), w a matrix
ATTENTION = {
    "function": ("F.scaled_dot_product_attention", "kept(q, q, q)"),
    "operator": ("aten._scaled_dot_product_attention_math", "kept(q, q, q)"),
    "mapped": ("torch.func.vmap(aten._scaled_dot_product_attention_math)", "kept(q, q, q)"),
    "private method": (
        "torch.ao.nn.quantizable.MultiheadAttention(6, 1).double()._forward_impl",
        "kept(q[0], q[0], q[0])",
    ),
    "fast": ("aten._scaled_dot_product_flash_attention_for_cpu", "kept(q, q, q)"),
    "table": ("D.decomposition_table[aten._scaled_dot_product_flash_attention_for_cpu.default]", "kept(q, q, q)"),
    "class": ("nn.MultiheadAttention(6, 1).double().forward", "kept(x, x, x)"),
    "encoder": ("nn.TransformerEncoderLayer(6, 1).double().eval()", "torch.no_grad()(kept)(x)"),
    "decoder": ("nn.TransformerDecoderLayer(6, 1).double()", "kept(x, x)"),
    "both": ("nn.Transformer(6, 1, 1, 1, 8).double()", "kept(x, x)"),
    "pattern": (
        "__import__('torch._inductor.fx_passes.fuse_attention')",
        "kept._inductor.fx_passes.fuse_attention._sfdp_pattern_1(q, q, q, 1.0)",
    ),
    "torchvision": (
        "__import__('torchvision').models.vision_transformer.EncoderBlock(1, 6, 8, 0.0, 0.0).double()",
        "kept(x[None])",
    ),
}
ATTENTION_ALLOWED = {
    "by hand": ("0", "F.softmax(x @ x.T, -1) @ x + torch.einsum('qk,kd->qd', torch.softmax(x @ x.T, 1), x)"),
    "masked": ("0", "(x @ x.T).masked_fill(torch.ones(4, 4).triu(1).bool(), float('-inf')).softmax(-1)"),
    "layers": (
        "nn.Sequential(nn.Linear(6, 6), nn.LayerNorm(6), nn.GELU(), nn.Dropout(0.1), nn.Softmax(-1)).double()",
        "kept(x)",
    ),
    "own module": ("type('MultiheadAttention', (nn.Module,), {'forward': lambda self, x: x})()", "kept(x)"),
}
RECURRENT = {
    "class": ("nn.RNN(6, 6).double()", "kept(x)"),
    "cell": ("nn.RNNCell(6, 6).double()", "kept(x, x)"),
    "function": ("torch.rnn_tanh_cell", "kept(x, x, w, w)"),
    "below Python": ("torch._VF.rnn_tanh", "kept(x[None], x[:1][None], [w, w], False, 1, 0.0, False, False, True)"),
    "inner function of a table": ("D.decompositions.rnn_cell(torch.tanh)", "kept(x, x, w, None, w, None)"),
    "table": ("D.decompositions", "kept.one_layer_rnn(x[None], x[None], [w, w], False, kept.rnn_cell(torch.tanh))"),
    "gates": ("nn.GRUCell(6, 6).double()", "kept(x, x)"),
}
RECURRENT_ALLOWED = {
    "by hand": ("0", "torch.tanh(x @ w.T + x @ w.T + 1) + torch.addmm(x, x, w).tanh()"),
    "layers": ("nn.Linear(6, 6).double()", "kept(x)"),
    "padding": ("0", "nn.utils.rnn.pad_sequence([x[0], x[1, :2]])"),
}
ALLOWED = {
    "error function": ("0", "torch.erf(x) + torch.erfc(x)"),
    "normal distribution": ("0", "torch.special.ndtr(x) + torch.distributions.Normal(0, 1).cdf(x)"),
    "tanh": ("0", "torch.tanh(x) + torch.sigmoid(x) + F.silu(x)"),
    "moments": ("0", "torch.var_mean(x, -1, correction=0)[0] + x.std(-1) + x.var(-1, unbiased=False)"),
    "lengths": ("0", "torch.rsqrt(x.square().mean(-1) + 1e-5) + F.normalize(x).sum(-1) + x.norm()"),
    "layers": ("nn.Sequential(nn.Linear(6, 6), nn.Dropout(0.5)).double()", "kept(x)"),
    "own derivatives": (
        "torch.func.vmap(torch.func.grad(torch.erf))",
        "kept(x.flatten()) + torch.func.jacrev(torch.erf)(x[0, 0])",
    ),
    "own function, compiled later": ("0", "torch.compile(lambda x: x * 2, backend='eager')(x)"),
    "own class, made later": ("__import__('dataclasses')", "kept.make_dataclass('LayerNorm', ['eps'])(eps=x)"),
    "own compiled function": ("torch.compile(lambda x: x * 2, backend='eager')", "kept(x)"),
    "own module": ("type('OwnLayerNorm', (nn.Module,), {'forward': lambda self, x: x - x.mean()})()", "kept(x)"),
    "gradients": ("0", "torch.autograd.grad(torch.erf(y := x.clone().requires_grad_()).sum(), y)[0]"),
}
RUN = """
import gc, json, os, sys
from autograder.jail.inside.warm import warm_up
warm_up(json.loads(sys.argv[1]))
import torch
torch.set_num_threads(1)
from autograder.jail.inside import guard
gc.collect(); guard.set_aside()
from autograder.jail.walls import kernel
def attempt(act):
    try:
        act()
    except guard.ForbiddenError:
        return "refused"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:300]
    return "worked"
def apart(act, guarded):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        if guarded:
            kernel.no_new_privileges()
            guard.forbid([], json.loads(sys.argv[2]), "Write it yourself.")
        os.write(writing, attempt(act).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        text = said.read()
    os.waitpid(child, 0)
    return text or "died"
"""


def outcomes(routes, libraries=(), words=("gelu", "layer_norm"), python=sys.executable):
    """What becomes of calls once something is forbidden, in a process like that of a notebook."""
    script = f"""
{RUN}
{KEPT}
routes, made = json.loads(sys.stdin.read()), {{}}
for name, (keep, use) in routes.items():
    scope = dict(globals(), kept=eval(keep))
    made[name] = lambda use=use, scope=scope: eval(use, scope)
gc.collect(); guard.remember_what_is_new()
print("RESULT" + json.dumps({{name: (apart(act, False), apart(act, True)) for name, act in made.items()}}))
"""
    arguments = [json.dumps(libraries), json.dumps(words)]
    ran = subprocess.run(
        [python, "-W", "ignore", "-c", script, *arguments],
        input=json.dumps(routes), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout.rpartition("RESULT")[2])


@pytest.mark.parametrize("libraries", [(), ("torchvision", "sklearn.model_selection")], ids=["few", "many"])
def test_no_route_leads_to_what_is_forbidden(libraries):
    routes = {**{f"gelu: {name}": route for name, route in GELU.items()}, **NORM}
    found = outcomes(routes, libraries)
    # a route that never worked would say nothing about the guard
    assert {name: before for name, (before, _) in found.items() if before != "worked"} == {}
    assert {name: after for name, (_, after) in found.items() if after != "refused"} == {}


def test_no_route_leads_there_that_is_hidden_or_begins_when_a_question_is_asked():
    routes = {
        "hidden": ("hidden(copied(innermost(R.gelu)))", "kept(x)"),
        "copied late": ("when_forked(lambda: copied(innermost(R.gelu)))", "kept[0](x)"),
        "copied late and hidden": ("when_forked(lambda: hidden(copied(innermost(R.gelu))))", "kept[0](x)"),
        "imported late": (
            "when_forked(lambda: __import__('scipy.stats').stats.zscore)",
            "torch.tensor(kept[0](x.numpy(), axis=1))",
        ),
    }
    for name, route in routes.items():
        assert outcomes({name: route}) == {name: ["worked", "refused"]}


def test_libraries_are_known_by_a_link_that_leads_to_them(tmp_path):
    link = tmp_path / "environment"
    link.symlink_to(sys.prefix)
    routes = {name: NORM[name] for name in ("response", "frozen", "frozen, loaded later")}
    python = link / Path(sys.executable).relative_to(sys.prefix)
    assert outcomes(routes, python=python) == {name: ["worked", "refused"] for name in routes}


def test_a_generator_that_would_make_a_forbidden_function_is_refused():
    # the guard itself refuses to begin
    routes = {"begun": ("begun(innermost(R.gelu))", "next(kept)(x, 'none')")}
    assert "RuntimeError" not in (found := outcomes(routes)["begun"])[0]
    assert found == ["worked", "died"]


def test_what_is_allowed_stays_allowed():
    assert outcomes(ALLOWED) == {name: ["worked", "worked"] for name in ALLOWED}


@pytest.mark.parametrize(
    ("word", "refused", "allowed"),
    [("attention", ATTENTION, ATTENTION_ALLOWED), ("rnn", RECURRENT, RECURRENT_ALLOWED)],
    ids=["attention", "rnn"],
)
def test_what_later_assignments_forbid_is_refused_too(word, refused, allowed):
    found = outcomes({**refused, **{f"allowed: {name}": route for name, route in allowed.items()}}, (), [word])
    expected = {name: ["worked", "worked" if name.startswith("allowed") else "refused"] for name in found}
    assert found == expected


def test_a_function_of_a_cell_is_no_copy_because_it_is_as_short_as_a_librarys():
    library = "def mish(a, inplace=False):\n    if inplace:\n        raise NotImplementedError\n\n    return a * torch.tanh(torch.nn.functional.softplus(a))"
    own = "(scope := dict(globals()), exec(compile({!r}, '<ipython-input-3-0>', 'exec'), scope), scope['mish'])[-1]"
    routes = {
        "own": (own.format(f"import torch\n{library}"), "kept(x)"),
        "a copy": ("copied(innermost(R.mish))", "kept(x)"),
    }
    assert outcomes(routes, (), ["mish"]) == {"own": ["worked", "worked"], "a copy": ["worked", "refused"]}


def test_every_probe_works_and_is_refused():
    assert things(WORDS) == KNOWN
    for word, thing in zip(WORDS, KNOWN, strict=True):
        probes = {probe: ("torch.rand(5, dtype=torch.float64)", f"(lambda x: {probe})(kept)") for probe in thing.probes}
        assert outcomes(probes, (), [word]) == {probe: ["worked", "refused"] for probe in probes}


def test_operators_are_found_in_the_registry_whatever_their_namespace():
    # other tests may have imported what registers more
    operators_of.cache_clear()
    registry = set(torch._C._dispatch_get_all_op_names())
    for thing in KNOWN:
        found = operators_of(thing)
        assert found.keys() <= registry
        named = {name for name in registry if thing.is_named_in(name.partition("::")[2].partition(".")[0])}
        assert named <= found.keys()
    (norms,) = things(["layer_norm"])
    expected = {"aten::native_layer_norm", "aten::_native_batch_norm_legit.no_stats", "quantized::layer_norm"}
    assert expected <= operators_of(norms).keys()
    assert not [name for name in operators_of(norms) if "vector_norm" in name or "renorm" in name]


# keys whose code only leads on to the operator itself, with fewer keys
LEADING_ON = re.compile("Autograd|Autocast|ADInplaceOrView|Functionalize|Tracer")
# and those of devices that no jail has
OTHER_DEVICES = re.compile("CUDA|HPU|XPU|MPS|XLA|MTIA|PrivateUse|Vulkan|Metal")


def test_every_operator_raises_wherever_it_keeps_code():
    script = f"""
{RUN}
from autograder.jail.inside.guard.operators import operators_of
from autograder.jail.things import things
def registered(name):
    found = {{}}
    for line in torch._C._dispatch_dump(name).splitlines():
        key, _, rest = line.partition(":")
        if " :: (" in rest:
            # the newest code for a key comes first
            found.setdefault(key.partition("[")[0], line)
    return found
before = {{name: registered(name) for thing in things({WORDS!r}) for name in operators_of(thing)}}
kernel.no_new_privileges()
guard.forbid([], {WORDS!r}, "Write it yourself.")
left = [[name, key] for name, keys in before.items() for key, line in keys.items() if registered(name)[key] == line]
print("RESULT" + json.dumps([sum(map(len, before.values())), left]))
"""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, "[]", "[]"], capture_output=True, text=True, check=True
    )
    count, left = json.loads(ran.stdout.rpartition("RESULT")[2])
    assert count > 300
    assert [one for one in left if not LEADING_ON.search(one[1]) and not OTHER_DEVICES.search(one[1])] == []


@pytest.mark.skipif(shutil.which("nm") is None, reason="nm lists what a library holds")
def test_every_table_of_fast_code_is_known():
    library = Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    tables = set(re.findall(r" [BDV] _ZN2at6native\d+(\w*(?:[Kk]ernel|_stub))E$", listed, re.MULTILINE))
    for thing in KNOWN:
        assert {table for table in tables if thing.is_named_in(table)} <= set(thing.tables)
        assert all(symbol_of(table) in listed for table in thing.tables[:1])


def test_nothing_in_the_libraries_gives_the_values_of_what_is_forbidden():
    script = Path(__file__).parent / "walk_library.py"
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = json.loads(ran.stdout.rpartition("RESULT")[2])
    # the walk would find what the guard does not stop: it finds these where there is no guard
    assert len(found["free"]) > 50
    assert {"aten::gelu", "aten::_native_batch_norm_legit.no_stats", "scipy.stats.zscore"} <= set(found["free"])
    assert {"torch._refs._normalize", "torch._inductor.decomposition._native_layer_norm"} <= set(found["free"])
    assert found["guarded"] == []
