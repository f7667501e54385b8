"""[Nau2010]: when is it better not to look ahead."""
