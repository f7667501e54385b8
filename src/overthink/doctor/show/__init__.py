"""Show: findings in; text, page and notebook out."""
