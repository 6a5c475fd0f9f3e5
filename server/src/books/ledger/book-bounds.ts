/** So many days make the longest period that is read at once. */
export const longestPeriod = 366
/** So many lines make the longest close pack: a sheet holds twice as many, and whoever checks a pack reads it whole. */
export const mostLines = 500_000
