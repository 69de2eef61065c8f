"""Long work over whole systems, done again by workers whenever people have changed one."""
