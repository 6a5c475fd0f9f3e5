import { useState } from 'react'

/**
 * Returns `value` as it first was, until the dialog closes: what a dialog shows and what it sends are then the same. The page behind it is
 * read anew at each message, and the server refuses a version or terms that somebody else has replaced. Undefined is not held.
 */
export function useShown<T>(value: T): T {
  const [shown, hold] = useState(value)
  if (shown === undefined && value !== undefined) hold(value)
  return shown === undefined ? value : shown
}
