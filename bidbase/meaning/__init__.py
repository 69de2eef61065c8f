"""What calls mean: the limits of the hands behind them, what is read and inferred, and what has been shown."""
