/** How late what is owed is: calendar days past the due date. */
export const buckets = ['NOT_DUE', 'D1_30', 'D31_60', 'D61_90', 'D90_PLUS'] as const
