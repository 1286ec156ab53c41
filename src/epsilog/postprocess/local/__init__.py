"""From reports of devices to shares, means and distributions: functions of noisy counts alone."""
