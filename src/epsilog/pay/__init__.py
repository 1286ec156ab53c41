"""What a release, a live series and a choice share: checked, priced, paid once under a key, stored."""
