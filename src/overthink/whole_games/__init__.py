"""Every position of a game, searched to several depths: on the processor or on a GPU."""
