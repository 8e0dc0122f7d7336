def rounded(cents):
    return cents // 100 * 100
