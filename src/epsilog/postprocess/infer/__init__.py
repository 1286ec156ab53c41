"""Inference about a population from noisy answers: sampling and mechanism in one interval, one test.

Everything here is a function of published numbers and of the law of their noise, so it costs no budget. The rooms'
files are read one by one: `proportion`, `rate`, `mean`, `clipping`, `contrast`, `standardised`, `association`,
`fit`, `two_means`, `holm`. What is drawn is drawn from public randomness that anyone can replay (`replay`).
"""
