import { calendar } from './calendar.ts'

const run = (month: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `2025-${month}-${String(first + index).padStart(2, '0')}`)

/** China's 2025 days of rest and make-up working days, for tests. */
export const china2025 = calendar('CN', {
  rest: [
    '2025-01-01',
    ...run('01', 28, 31),
    ...run('02', 1, 4),
    ...run('04', 4, 6),
    ...run('05', 1, 5),
    '2025-05-31',
    ...run('06', 1, 2),
    ...run('10', 1, 8),
  ],
  working: ['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11'],
})
