"""Inference about a population from noisy answers: sampling and mechanism in one interval, one test.

Everything here is a function of published numbers and of the law of their noise, so it costs no budget. The room's
files are read one by one. Intervals: `proportion`, `two_cells`, `rate`, `mean`, `clipping`, `quantile`, `contrast`,
`standardised`. Tests: `association`, `fit`, `two_means`, `holm`. What is drawn is drawn from public randomness that
anyone can replay (`replay`). Proofs, and what is measured rather than proved: docs/proofs/infer.md.
"""
