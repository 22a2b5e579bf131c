"""What the modules' metrics have in common. Each metric stands where its events happen.

Names begin with `puluc_`, and units are seconds and bytes. Labels have few values, such as a
platform or a kind of due: never a table or a person.
"""

from typing import Final

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The buckets of durations: from a round trip to the store to the longest that a player waits."""
