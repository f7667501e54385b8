"""What everything else is made of. In the order of a first reading:

data:       kinds, tree, grow, decision, estimate, plain (results as data), notebook (results as HTML)
games:      game, vocabulary (the words that searches are written in)
speed:      bind (kernels), arithmetic (random numbers, ties), machine (instructions), threads, processes
users' own: errors, arguments, checked (games and evaluators), user_code (modules and packages), identity
"""
