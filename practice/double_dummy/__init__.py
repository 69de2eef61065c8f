"""Double-dummy results of numbered deals: asked for by pages, worked out by workers, kept for good."""
