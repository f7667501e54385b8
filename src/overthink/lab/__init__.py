"""The lab: a local page that shows pathology as it happens.

The server process only handles requests. All computation runs in worker processes (`worker.py`); only they import NumPy
and the rest of Overthink. So the page opens at once, and the server can end a computation.
"""
