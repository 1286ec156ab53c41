"""Pictures of promises, noise, budgets, spending and audits, as matplotlib figures; `save` writes them."""

from epsilog.accounting.pictures.audit import Verdict, audit_picture, event_picture
from epsilog.accounting.pictures.belief import attack_picture, posterior_picture
from epsilog.accounting.pictures.budget import Slice, budget_picture
from epsilog.accounting.pictures.canvas import chinese_font, save
from epsilog.accounting.pictures.loss import loss_picture
from epsilog.accounting.pictures.noise import fit_words, noise_picture
from epsilog.accounting.pictures.spending import Course, spending_picture
from epsilog.accounting.pictures.tradeoff import tradeoff_picture

__all__ = [
    "Course",
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
    "spending_picture",
    "tradeoff_picture",
]
