"""Plan counts, sums and histograms: independent noise on every cell."""

from __future__ import annotations

from epsilog.roles.noisy import NoisyPlanner


class CellsPlanner(NoisyPlanner):
    """What noise on every cell is, and nothing else."""
