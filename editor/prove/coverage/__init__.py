"""Coverage: what becomes of the hands that reach each section, call by call, and which hands no entry fits."""
