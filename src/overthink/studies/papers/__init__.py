"""The published figures as studies: one folder a paper."""
