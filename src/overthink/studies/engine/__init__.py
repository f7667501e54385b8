"""What runs, stores and judges studies, whatever they are about."""
