"""The everyday words by which the glossary explains those of bridge: everybody who can play any card game knows them.

Whoever needs another one adds it here, if it is plain; otherwise it is explained first.
"""

PLAIN = frozenset(
    """
    a about above ace aces across after agreed all alone among an and another are as asks at beat beats because
    before best between bonus by can card cards cheapest clubs completes cost count counted counts deal diamonds
    difference differences do does each earns eight eleven else end enough expects fail fails far few fewer first
    five follow follows for four from good hand hardly has have hearts high higher highest how however if in is it
    its jack king large last leaves length likely little long lose lower made makes many may meaning means meant
    more most named names needs no not nothing now nt number of offer offered offers on one ones or other part
    player players plays points promised queen result room row rule same says seat second see set short shown shows
    side sits six small so something spades state still stops strong stronger such table tell ten than that the
    their them they thirteen three to together turn twelve two until usually was way weaker what when where whether
    which who whose win wins with without worth would you your yours
    """.split()
)
