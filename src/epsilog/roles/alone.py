"""What one release keeps by itself."""

from __future__ import annotations

from fractions import Fraction

from epsilog.roles.budget import Purse
from epsilog.roles.plan import Plan


def epsilon_of(plan: Plan) -> Fraction:
    """The epsilon this release alone keeps, read at the delta of its share.

    It speaks of one fixed release. It is never added up to say where an account stands.
    """
    share = plan.share
    # The part of delta for events is used up by events; only the rest reads rho as an epsilon.
    purse = Purse("pure" if share.coin == "pure" else "zcdp", share.delta - share.for_events, share.for_events)
    return min(share.epsilon, purse.epsilon(plan.price.main))
