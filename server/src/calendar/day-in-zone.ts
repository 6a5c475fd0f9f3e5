/** The calendar date of an instant where the clock is ahead of UTC by so many minutes. */
export const dayInZone = (instant: Date, zoneMinutes: number) =>
  new Date(instant.getTime() + zoneMinutes * 60_000).toISOString().slice(0, 10)
