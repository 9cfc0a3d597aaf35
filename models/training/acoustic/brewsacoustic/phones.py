"""The phones, in the order of their outputs: silence, unknown sound or speech, then those of the CMU dictionary.

A phone has two outputs: 2i for its first frame and 2i + 1 for each further one.
"""
SILENCE = "SIL"
UNKNOWN = "SPN"
SPOKEN = (
    "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split()
)
NAMES = [SILENCE, UNKNOWN, *SPOKEN]
NUMBER = {name: index for index, name in enumerate(NAMES)}
COUNT = len(NAMES)
OUTPUTS = 2 * COUNT
