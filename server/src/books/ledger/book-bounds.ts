/** The most days of a period. */
export const longestPeriod = 366
/** The most lines of a close pack: a sheet holds twice as many, and the check of a pack loads it whole. */
export const mostLines = 500_000
