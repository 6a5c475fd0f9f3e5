/** The portal version whose screens and calls this build answers to, and the day of that version. */
export const buildVersion = { name: 'v2.49.3', date: '2025-10-30' } as const
