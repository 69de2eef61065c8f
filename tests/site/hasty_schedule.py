"""The schedule, with a second for each minute: `python -m tests.site.hasty_schedule`."""

from bidbase_site import schedule

schedule.TIMES = {name: (task, every / 60) for name, (task, every) in schedule.TIMES.items()}
schedule.main()
