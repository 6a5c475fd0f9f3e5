export type HolidayCorrections = {
  /** Days of rest the rules do not know: date, English name, and the Chinese name where it is no common one. */
  add: readonly (readonly [date: string, nameEn: string, nameCn?: string])[]
  /** Days the rules name that were ordinary days, or in years when the announced day was another. */
  remove: readonly string[]
}
