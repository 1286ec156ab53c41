"""The log-rank test between strata of noisy exit histograms, with p-values from simulated strata."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from epsilog.accounting.special import chdtrc
from epsilog.core.exit import Withdrawn
from epsilog.errors import SpecError
from epsilog.postprocess.infer.association import Finding
from epsilog.postprocess.infer.estimate import Floats, Integers
from epsilog.postprocess.infer.replay import SIMULATIONS, fresh, p_value, replay, times
from epsilog.postprocess.life.exits import Exits, Tidy, tidy_exits
from epsilog.postprocess.life.inside import SHARES, even_share

_ROUNDS, _STEPS = 4, 200  # of the search for the order that speaks least for a difference


def logrank(
    strata: Sequence[Exits],
    withdrawn: Withdrawn = "at the end",
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Finding:
    """Whether strata that share nobody have the same hazard.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> law = DiscreteLaplace(1)
    >>> one = Exits([10, 20, 30], [25, 24, 22], [0, 1, 3], 125, law)
    >>> other = Exits([10, 20, 30], [12, 10, 11], [2, 1, 0], 164, law)
    >>> bool(logrank([one, other]).p_value[0] < 0.01)
    True

    Strata are disjoint: one person is in one cell of one of them, so testing costs nothing more. The chi-square law
    does not hold under noise (ε = 0.3, 200 people an arm: a nominal 5 % rejects about half of true nulls). Here
    arms of the same size are simulated with the pooled hazard and each stratum's own censoring, noised afresh,
    tidied alike. The reference law is half that of the simulations and half the chi-square law, which the statistic
    has when people are many, because its variance holds the noise too. Where totals are mostly noise these two err
    to opposite sides, 6 and 4 in 100 true nulls at a nominal 5; together they come closer than either.

    withdrawn   when people are lost inside a bin. `unknown`: the order inside bins that speaks least for a
                difference is taken, for each stratum and bin its own; it matters where strata lose people
                differently and bins are wide
    """
    _comparable(strata)
    draws = times(simulations)
    published = [part for one in strata for part in (one.cells, one.followed, one.times, one.law)]
    rng = replay("logrank", *published, draws, seed=seed)
    tidy = [one.tidy for one in strata]
    deaths, risk = sum(one.deaths for one in tidy), sum(one.at_risk for one in tidy)
    hazard = np.clip(deaths / np.maximum(risk, 1.0), 0.0, 1.0)
    drawn = [_simulate(own, hazard, one, draws, rng) for own, one in zip(tidy, strata, strict=True)]
    noise = strata[0].law.variance
    observed = np.atleast_1d(least_statistic(tidy, noise, withdrawn))
    simulated = p_value(observed, logrank_statistic(drawn, noise)[:, None])
    classical = np.asarray(chdtrc(len(strata) - 1, observed), dtype=np.float64)
    return Finding(observed, (simulated + classical) / 2, draws)


def logrank_statistic(strata: Sequence[Tidy], noise: float = 0.0, gone: Floats | float = 0.0) -> Floats:
    """(O - E)ᵀ (V + N)⁻ (O - E) over leading axes: hypergeometric variances V, and N of the noise in every cell.

    Without noise it is the classical statistic. N keeps it from growing with the noise, so that its law hardly
    depends on what had to be estimated. A person of stratum a moves O - E of stratum k by (δ - share of k) at an
    event, less Σ hazard·(δ - share of k) over the bins at risk, δ being 1 where a is k.

    gone   the share of losses that came before the events of their bin: one for all, or of each stratum and bin
    """
    first, matrix = _off(strata, noise, gone)
    # A stratum nobody is in has no variance: it is left with none of the statistic either.
    inverse = np.linalg.pinv(matrix, hermitian=True)
    return np.asarray(np.einsum("...i,...ij,...j->...", first, inverse, first))


def least_statistic(strata: Sequence[Tidy], noise: float, withdrawn: Withdrawn) -> Floats:
    """The statistic of the order inside bins, of all that are allowed, that speaks least for a difference.

    >>> one = Tidy(np.array([[30.0]]), np.array([0.0]), np.array(70.0))
    >>> other = Tidy(np.array([[22.0]]), np.array([40.0]), np.array(38.0))
    >>> [round(float(least_statistic([one, other], 0.0, word)), 2) for word in ("at the end", "evenly", "unknown")]
    [1.65, 0.02, 0.0]

    O - E is nearly straight in the shares of losses before events, so it is straightened, the nearest point to 0
    of a box is found by steps that stay inside it, and that is done again from there.
    """
    if withdrawn == "evenly":
        return logrank_statistic(strata, noise, np.stack([even_share(one) for one in strata], axis=-2))
    upper, lower, _ = SHARES[withdrawn]
    if upper == lower:
        return logrank_statistic(strata, noise, upper)
    risk = np.stack([one.at_risk for one in strata])
    deaths, lost = (np.stack([getattr(one, name) for one in strata]) for name in ("deaths", "censored"))
    gone = np.full(risk.shape, 0.5)
    least = min(float(logrank_statistic(strata, noise, share)) for share in (0.0, 0.5, 1.0))
    own = np.eye(len(strata))[:-1]
    for _ in range(_ROUNDS):
        first, matrix = _off(strata, noise, gone)
        sizes, ways = np.linalg.eigh(matrix)
        kept = sizes > 1e-12 * max(float(sizes.max(initial=0.0)), 1e-300)
        root = (ways[:, kept] / np.sqrt(sizes[kept])).T
        left = np.maximum(risk - gone * lost, 0.0)
        alive = np.maximum(left.sum(axis=0), 1e-9)
        share = (left / alive)[:-1]
        # O - E of stratum i with the share of stratum k in bin j: D_j c_kj (δ_ik - share_ij) / R_j
        straight = (own[:, :, None] - share[:, None, :]) * (deaths.sum(axis=0) / alive * lost)[None]
        slopes = root @ straight.reshape(len(own), -1)
        base = root @ first - slopes @ gone.ravel()
        gone = _nearest(slopes, base, gone.ravel()).reshape(gone.shape)
        least = min(least, float(logrank_statistic(strata, noise, gone)))
    return np.asarray(least)


def _nearest(slopes: Floats, base: Floats, start: Floats) -> Floats:
    """The point of the unit box at which `base + slopes·point` is shortest, by accelerated projected steps."""
    steep = float(np.linalg.norm(slopes, 2)) ** 2 if slopes.size else 0.0
    if steep == 0:
        return start
    point = ahead = start
    speed = 1.0
    for _ in range(_STEPS):
        moved = np.clip(ahead - slopes.T @ (base + slopes @ ahead) / steep, 0.0, 1.0)
        faster = (1 + np.sqrt(1 + 4 * speed**2)) / 2
        ahead = moved + (speed - 1) / faster * (moved - point)
        point, speed = moved, faster
    return point


def _off(strata: Sequence[Tidy], noise: float, gone: Floats | float) -> tuple[Floats, Floats]:
    """O - E of all strata but the last, and its covariance."""
    deaths = np.stack([one.deaths for one in strata], axis=-2)  # …, strata, bins
    risk = np.stack([one.at_risk for one in strata], axis=-2)
    if np.any(gone):
        risk = np.maximum(risk - gone * np.stack([one.censored for one in strata], axis=-2), 0.0)
    died, alive = deaths.sum(axis=-2), risk.sum(axis=-2)
    safe = np.where(alive > 0, alive, 1.0)
    share = risk / safe[..., None, :]
    off = (deaths - died[..., None, :] * share).sum(axis=-1)
    weight = np.where(alive > 1, died * np.maximum(alive - died, 0) / np.where(alive > 1, alive - 1, 1.0), 0.0)
    # Σ over bins of weight · (diag(share) - share shareᵀ); one stratum is left out, as they add up to nothing.
    kept = share[..., :-1, :]
    matrix = -np.einsum("...ij,...kj->...ik", kept * weight[..., None, :], kept)
    diagonal = np.arange(len(strata) - 1)
    matrix[..., diagonal, diagonal] += (kept * weight[..., None, :]).sum(axis=-1)
    if noise > 0:
        hazard = (died / safe)[..., None, :]
        for stratum, tidy in enumerate(strata):
            own = (diagonal == stratum).astype(np.float64)[:, None] - kept
            through = -np.cumsum(hazard * own, axis=-1)
            event = own + through
            causes = tidy.events.shape[-2]
            matrix = matrix + noise * causes * np.einsum("...ij,...kj->...ik", event, event)
            matrix = matrix + noise * np.einsum("...ij,...kj->...ik", through, through)
            matrix = matrix + noise * through[..., :, None, -1] * through[..., None, :, -1]
    return np.asarray(off[..., :-1]), np.asarray(matrix)


def _comparable(strata: Sequence[Exits]) -> None:
    if len(strata) < 2:
        raise SpecError("a comparison needs two strata or more", where="strata")
    if any(len(one.times) != len(strata[0].times) or (one.times != strata[0].times).any() for one in strata):
        raise SpecError("all strata share one public grid of times", where="times")
    if any(one.law != strata[0].law or len(one.events) != len(strata[0].events) for one in strata):
        raise SpecError("all strata come from one release: the same noise, the same causes", where="strata")


def _simulate(own: Tidy, hazard: Floats, exits: Exits, draws: int, rng: np.random.Generator) -> Tidy:
    """Tidy tables of one stratum under a common hazard: bin by bin, events first, then the stratum's own losses."""
    left = np.maximum(own.at_risk - own.deaths, 0.0)
    lost = np.clip(own.censored / np.maximum(left, 1.0), 0.0, 1.0)
    people: Integers = np.full(draws, max(1, round(float(own.people))), dtype=np.int64)
    cells = np.empty((draws, 2, len(hazard)), dtype=np.int64)
    for bin_ in range(len(hazard)):
        cells[:, 0, bin_] = rng.binomial(people, hazard[bin_])
        people = people - cells[:, 0, bin_]
        cells[:, 1, bin_] = rng.binomial(people, lost[bin_])
        people = people - cells[:, 1, bin_]
    noisy = cells + fresh(exits.law, cells.shape, rng)
    # Several causes carry their own noise each; only their sum is tested.
    for _ in range(len(exits.events) - 1):
        noisy[:, 0] += fresh(exits.law, noisy[:, 0].shape, rng)
    return tidy_exits(noisy, people + fresh(exits.law, draws, rng))
