import { countrySpecs } from 'ibantools'
import { isIban, isUnifiedSocialCreditCode } from '../../reference/codes.ts'
import { isEuVatNumber, isGbVatNumber } from '../../reference/vat-numbers.ts'

const compact = (text: string) => text.replace(/[\s.\-/]/g, '')

/** A tax or company number at the start of a text; it ends where its check digits agree, at a word, or at a gap. */
export function taxNumberIn(text: string): string | undefined {
  let taken = ''
  for (const [index, token] of text.trim().split(/\s+/).entries()) {
    const part = token.replace(/^[:#]+|[,;·•|)]+$/g, '')
    if (!/^[A-Z0-9][A-Z0-9.\-/]*$/i.test(part)) break
    if (!/\d/.test(part) && (index > 0 || part.length > 3)) break
    if (compact(`${taken}${part}`).length > 22) break
    taken = taken ? `${taken} ${part}` : part
    if (isComplete(compact(taken).toUpperCase()) || part !== token) break
  }
  return taken.replace(/\D/g, '').length < 6 ? undefined : taken.replace(/[.\-/]+$/, '')
}

const isComplete = (number: string) =>
  /^[A-Z]{2}/.test(number)
    ? (isEuVatNumber(number) || isGbVatNumber(number)) && !/^GB\d{3}$/.test(number)
    : number.length === 18 && isUnifiedSocialCreditCode(number)

/** An account number at the start of a text: an IBAN as long as its country makes it, or digits up to the next word. */
export function accountIn(text: string): { value: string; sound: boolean } | undefined {
  const iban = /^[\s:]*([A-Z]{2}\d{2}(?:[ .]?[A-Z0-9]){11,30})/.exec(text)?.[1]?.replace(/[ .]/g, '')
  if (iban) {
    for (let length = Math.min(34, iban.length); length >= 15; length--)
      if (isIban(iban.slice(0, length))) return { value: iban.slice(0, length), sound: true }
    const usual = countrySpecs[iban.slice(0, 2) as keyof typeof countrySpecs]?.chars
    if (usual) return { value: iban.slice(0, usual), sound: false }
  }
  let taken = ''
  for (const token of text
    .trim()
    .replace(/^[:#]\s*/, '')
    .split(/\s+/)) {
    const part = token.replace(/[,;·•|).]+$/, '')
    if (!/\d/.test(part) || !/^[A-Z0-9][A-Z0-9\-.]*$/i.test(part) || /[A-Z]{4}/i.test(part)) break
    taken += part
    if (part !== token) break
  }
  return taken.replace(/\D/g, '').length < 6 || taken.length > 34 ? undefined : { value: taken, sound: true }
}
