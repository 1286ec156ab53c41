"""Calendars to plan: a clinic whose rows no file holds."""

from __future__ import annotations

from epsilog.year.calendar import Calendar
from epsilog.year.file import calendar_from_text

# 2029 begins on a Monday: 365 days, 52 whole weeks, 12 months.
HEAD = """
calendar: clinic-2029
from: 2029-01-01
to: 2029-12-31
time: visited_at
source:
  file: no/such/folder/visits.csv
  columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number}
protect: {each: patient_id%s, zone: Asia/Shanghai}
bound: {rows: 1}
reports:
"""
DAILY = "{name: daily, count: rows, every: 1d, error: 50}"
WEEKLY = "{name: weekly, count: rows, every: 1w, error: 25}"
MONTHLY = "{name: monthly, count: rows, every: 1mo, error: 10}"


def text_of(*reports: str, spend: str = "delta: 1e-6", per: str = "") -> str:
    """A calendar as a file."""
    lines = [f"  - {report}" for report in reports or (DAILY, WEEKLY, MONTHLY)]
    spending = f"spend: {{{spend}{', ' if spend else ''}from: clinic/2029}}"
    return "\n".join([HEAD % (f", per: {per}" if per else ""), *lines, spending, ""]).lstrip()


def year(*reports: str, spend: str = "delta: 1e-6", per: str = "") -> Calendar:
    """A calendar."""
    return calendar_from_text(text_of(*reports, spend=spend, per=per), "year.yaml")
