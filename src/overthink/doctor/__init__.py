"""The doctor: does looking further ahead help this game, this evaluator, this engine?"""
