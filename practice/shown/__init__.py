"""What has been shown: for each seat its points and lengths, as pictures."""
