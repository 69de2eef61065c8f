"""The schedule, with a second for each minute and for each day: `python -m tests.site.hasty_schedule`.

`LONGEST` in the environment says how many seconds a backup may take.
"""

import os

from bidbase_site import daily_backup, liveness, schedule

schedule.TIMES = {name: (task, every / 60) for name, (task, every) in schedule.TIMES.items()}
schedule.HEARTBEAT_SECONDS = liveness.HEARTBEAT_SECONDS / 10  # type: ignore[attr-defined]
daily_backup.AFTER_START, daily_backup.DAY, daily_backup.AGAIN = 0.0, 1.0, 1.0
daily_backup.LONGEST = float(os.environ.get("LONGEST", daily_backup.LONGEST))

if __name__ == "__main__":
    schedule.main()
