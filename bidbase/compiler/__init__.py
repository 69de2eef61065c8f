"""The compiler: a section becomes tables of bit masks."""

from bidbase.compiler.batch import HandBatch
from bidbase.compiler.place import PercentageDraw, Place
from bidbase.compiler.section import CompiledSection

__all__ = ["CompiledSection", "HandBatch", "PercentageDraw", "Place"]
