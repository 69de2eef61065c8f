"""Double-dummy results of deals: asked for by pages, worked out by workers, kept for good."""
