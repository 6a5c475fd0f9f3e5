import { language } from './language.ts'

/** Words that English writes with a capital wherever they stand; what has a second capital or a digit, such as IBAN, needs no entry. */
const names: ReadonlySet<string> = new Set(['English', 'Chinese'])

/** A label as it stands inside a sentence: in English its first letter is small, unless it begins with a name or an abbreviation. */
export function inSentence(label: string): string {
  if (language() !== 'en-US') return label
  const [first = ''] = label.split(/[\s,;:()/]/, 1)
  return names.has(first) || /[\p{Lu}\d]/u.test(first.slice(1)) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
