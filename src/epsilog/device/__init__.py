"""What runs where the data is born: a device that keeps its own budget and trusts no collector.

    campaign    a file that says what is asked and promised, read strictly; its digest is pinned
    question    from what somebody says to the number that a protocol takes
    answer      one period's answer, and what must be remembered of it
    keep        secret, state and mark on the disk: private, atomic, checked
    device      enrol, report, what waits to be sent
    wire        the bytes that are sent

It stands on core, noise and mechanisms.local alone, and loads numpy, a cipher and little else.
"""
