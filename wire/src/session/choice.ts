export type Choice = 'on' | 'off'
const asChoice = (value: unknown): Choice | undefined => (value === 'on' || value === 'off' ? value : undefined)

/** A choice as a preference holds it, which is JSON. */
export const storedChoice = (choice: Choice): string => JSON.stringify({ choice })
/** The choice in a stored preference; older ones are the bare word, and a text that is neither is no choice. */
export function choiceOf(stored: string | null): Choice | undefined {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null')
    return typeof kept === 'object' && kept !== null && 'choice' in kept ? asChoice(kept.choice) : asChoice(kept)
  } catch {
    return asChoice(stored)
  }
}
