"""The lab: a local page that shows pathology as it happens.

The server process knows requests and nothing else: whatever computes runs in worker processes (`work.py`), and the
modules of the views import NumPy and all of Overthink only there, inside the functions that workers run. So the page
is there at once, and a computation can be ended.
"""
