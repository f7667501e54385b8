"""[Abdelbar2012]: Althöfer's negamax and its alpha-beta form."""
