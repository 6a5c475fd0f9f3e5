/** Hours east of UTC as people write them: 5.5 is UTC+05:30. */
export function zoneName(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${hours < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The offsets in use somewhere in the world. */
export const zones = [
  -12, -11, -10, -9.5, -9, -8, -7, -6, -5, -4, -3.5, -3, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6, 6.5, 7, 8, 8.75, 9,
  9.5, 10, 10.5, 11, 12, 12.75, 13, 14,
]
