"""Puts the values of constants where their names stand, before the device's files are compiled.

A name at the head of a module costs a device some 40 bytes and each use of it a look-up. A module's own `NAME = 5` in capital letters,
assigned once, becomes the number wherever that module uses it, or one that imports the name or the module (`module.NAME`); the assignment and
the import go, unless somebody may reach for the name in another way (`thing.NAME`). Lines stay where they are, so tracebacks are right.
"""

import ast
import re

_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*\Z")
_OPERATORS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.LShift: lambda a, b: a << b,
    ast.BitOr: lambda a, b: a | b,
}


class _Module:
    """One file: its tree, and `values`, the constants that it can name: {name: number}; `wanted`: names that must stay."""

    def __init__(self, path, text):
        self.package = path.endswith("__init__.py")
        self.text = text
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self.defined = {}       # name -> the statement that assigns it
        self.values = {}
        self.wanted = set()
        self.rooms = {}         # name here of an imported module -> the constants that it assigns
        self.stored = [node.id for node in self.nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]
        self.stored += [node.arg for node in self.nodes if isinstance(node, ast.arg)]
        for node in self.nodes:
            if isinstance(node, ast.JoinedStr):     # the places of names in there are not known
                self.wanted.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))

    def take(self, values):
        """The constants `values` are imported here."""
        self.values.update({name: value for name, value in values.items() if name not in self.stored})

    def define(self):
        """Find the constants that are assigned here; `values` has those that are imported."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                found = self._assigned(node.targets[0], node.value)
                if found and all(_NAME.match(name) and self.stored.count(name) == 1 for name in found):
                    self.values.update(found)
                    self.defined.update(dict.fromkeys(found, node))

    def _assigned(self, target, value):
        """`{name: number}` of an assignment, None if it is of something else."""
        if isinstance(target, ast.Name):
            number = self._number(value)
            return None if number is None else {target.id: number}
        if not isinstance(target, ast.Tuple) or not all(isinstance(name, ast.Name) for name in target.elts):
            return None
        if isinstance(value, ast.Tuple):
            numbers = [self._number(one) for one in value.elts]
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range" and len(value.args) == 1:
            numbers = range(self._number(value.args[0]) or 0)
        else:
            return None
        names = [name.id for name in target.elts]
        return dict(zip(names, numbers, strict=True)) if len(names) == len(numbers) and None not in numbers else None

    def _number(self, node):
        """The whole number that the expression `node` is, or None."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name):
            return self.values.get(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self._number(node.operand)
            return None if number is None else -number
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self._number(node.left), self._number(node.right)
            return None if left is None or right is None else _OPERATORS[type(node.op)](left, right)
        return None

    def reached(self, node):
        """The number that `module.NAME` is, None for any other expression."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or not isinstance(node.ctx, ast.Load):
            return None
        return self.rooms.get(node.value.id, {}).get(node.attr)

    def imports(self):
        """Yield the statements `from a.b import ...`."""
        return (node for node in self.nodes if isinstance(node, ast.ImportFrom) and not node.level)

    def rewritten(self, taken):
        """The text with numbers for names; `taken`: the names that others still take from here."""
        kept = self.wanted | taken
        edits = []
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.values and node.id not in self.wanted:
                edits.append((node, _written(self.values[node.id])))
            elif self.reached(node) is not None:
                edits.append((node, _written(self.reached(node))))
        gone = []
        for node in {id(node): node for node in self.defined.values()}.values():
            if not any(name in kept for name, by in self.defined.items() if by is node):
                gone.append(node)
                edits.append((node, "pass"))
        inside = {id(part) for node in gone for part in ast.walk(node) if part is not node}
        edits = [edit for edit in edits if id(edit[0]) not in inside]
        for node in self.imports():
            stay = kept if self.package else self.wanted        # a package hands on what it imports
            names = [name for name in node.names if name.asname or name.name not in self.values or name.name in stay]
            if len(names) < len(node.names):
                rest = ", ".join(name.name + (f" as {name.asname}" if name.asname else "") for name in names)
                edits.append((node, f"from {node.module} import {rest}" if names else "pass"))
        return _edited(self.text, edits)


def _written(number):
    return str(number) if number >= 0 else f"({number})"


def _edited(text, edits):
    """`text` with the source of each node of `[(node, new source)]` replaced; the lines stay where they are."""
    lines = text.splitlines(keepends=True)
    for node, new in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        first, last = node.lineno - 1, node.end_lineno - 1
        head = lines[first].encode()[: node.col_offset].decode()
        tail = lines[last].encode()[node.end_col_offset :].decode()
        lines[first : last + 1] = [head + new + tail] + ["\n"] * (last - first)
    return "".join(lines)


def _name(path):
    """The module's name of a file: `firmware/line.py` -> `firmware.line`."""
    return path[:-3].replace("/", ".").removesuffix(".__init__")


def _enter(module, modules):
    """Note which names in `module` are other modules with constants of their own."""
    for node in module.imports():
        for one in node.names:
            other = modules.get(f"{node.module}.{one.name}")
            name = one.asname or one.name
            if other and name not in module.stored:
                module.rooms[name] = {constant: other.values[constant] for constant in other.defined}


def inlined(files):
    """The files `{path from the root: text}` with numbers for the names of constants; only names among these files are followed."""
    modules = {}
    for path, text in files.items():
        try:
            modules[_name(path)] = _Module(path, text)
        except SyntaxError:
            continue        # the compiler will say what is wrong
    done = set()

    def define(name):
        """The constants of the module `name`, after those that it imports."""
        module = modules[name]
        if name in done:
            return module
        done.add(name)
        for node in module.imports():
            if node.module in modules:
                values = define(node.module).values
                module.take({one.name: values[one.name] for one in node.names if not one.asname and one.name in values})
        module.define()
        return module

    for name in modules:
        define(name)
    for module in modules.values():
        _enter(module, modules)
    attributes = {
        node.attr for module in modules.values() for node in module.nodes if isinstance(node, ast.Attribute) and module.reached(node) is None
    }
    taken = {name: set(attributes) for name in modules}
    for module in modules.values():
        for node in module.imports():
            if node.module in modules:
                taken[node.module].update(one.name for one in node.names if one.asname or one.name in module.wanted or one.name not in module.values)
    return {path: modules[_name(path)].rewritten(taken[_name(path)]) if _name(path) in modules else text for path, text in files.items()}
