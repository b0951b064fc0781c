x = 3  # error[LANG-515] col 1: holds no program
