"""The compiler: a section becomes tables of bit masks."""

from bidbase.compiler.batch import HandBatch
from bidbase.compiler.place import Draw, Place
from bidbase.compiler.section import CompiledSection

__all__ = ["CompiledSection", "Draw", "HandBatch", "Place"]
