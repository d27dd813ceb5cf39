"""From a board profile to the things that someone builds with: net list, parts, drawings, plans at 1:1, electrical checks.

circuit.make(profile)   -> netlist.Netlist: every part and every net of the board
checks.run(net, profile) -> the electrical checks on it
generate.WHAT            -> what can be generated, by name
"""
