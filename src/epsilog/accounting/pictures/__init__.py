"""Pictures of promises, noise, budgets and audits. Each function returns a matplotlib figure; `save` writes it."""

from epsilog.accounting.pictures.audit import Verdict, audit_picture, event_picture
from epsilog.accounting.pictures.belief import attack_picture, posterior_picture
from epsilog.accounting.pictures.budget import Slice, budget_picture
from epsilog.accounting.pictures.canvas import chinese_font, save
from epsilog.accounting.pictures.loss import loss_picture
from epsilog.accounting.pictures.noise import fit_words, noise_picture
from epsilog.accounting.pictures.tradeoff import tradeoff_picture

__all__ = [
    "Slice",
    "Verdict",
    "attack_picture",
    "audit_picture",
    "budget_picture",
    "chinese_font",
    "event_picture",
    "fit_words",
    "loss_picture",
    "noise_picture",
    "posterior_picture",
    "save",
    "tradeoff_picture",
]
