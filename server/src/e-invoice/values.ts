import { isLocalDate } from '@usance/domain/local-date'
import type { XmlElement } from './xml-element.ts'

/** Why a value cannot be read: it is no date or amount, it is of another currency than the document, or it is given twice. */
export type UnreadableWhy = 'FORM' | 'CURRENCY' | 'TWICE'
export type Unreadable = { field: string; text: string; why: UnreadableWhy }
/** The currencies that an amount may be in, that of the document first. */
type Currencies = readonly [document: string | null, tax?: string | null]

/** Collects the texts of one document that cannot be read as one value, so that a reader can answer null and go on. */
export function valueReader(unreadable: Unreadable[]) {
  const refused = (field: string, text: string, why: UnreadableWhy = 'FORM'): null => {
    unreadable.push({ field, text: text.slice(0, 100), why })
    return null
  }
  return {
    /** The text of a value that a document gives once; elements that differ name no value. */
    only(field: string, elements: readonly XmlElement[]): string | null {
      const texts = [...new Set(elements.map(({ text }) => text).filter((text) => text !== ''))]
      return texts.length > 1 ? refused(field, texts.join(' / '), 'TWICE') : (texts[0] ?? null)
    },
    /** An amount that a document gives once, in a currency that it may be in. An amount that names none is in the document's. */
    amount(field: string, elements: readonly XmlElement[], currencies: Currencies): string | null {
      const foreign = elements.find((element) => isForeign(element, currencies))
      if (foreign) return refused(field, `${foreign.text} ${foreign.attributes.currencyID}`, 'CURRENCY')
      return this.decimal(field, this.only(field, elements))
    },
    /** A total of tax with the currency that it names. */
    taxTotal(field: string, element: XmlElement, currencies: Currencies): { amount: string; currency: string | null }[] {
      const amount = this.amount(field, [element], currencies)
      return amount === null ? [] : [{ amount, currency: element.attributes.currencyID || currencies[0] }]
    },
    /** Plain decimal text as written, without a plus sign and with a leading zero: '-.5' is '-0.5'. */
    decimal(field: string, text: string | null): string | null {
      if (text === null) return null
      const match = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?$/.exec(text)
      if (!match || !(match[2] || match[3])) return refused(field, text)
      const whole = (match[2] || '0').replace(/^0+(?=\d)/, '')
      return `${match[1] === '-' ? '-' : ''}${whole}${match[3] ? `.${match[3]}` : ''}`
    },
    /** '2017-11-13', '2017-11-13+01:00' and '2017-11-13T00:00:00' are the same day. */
    isoDate(field: string, text: string | null): string | null {
      if (text === null) return null
      const day = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1]
      return day && isLocalDate(day) ? day : refused(field, text)
    },
    /** UN/CEFACT date text: format 102 is YYYYMMDD, 203 adds hours and minutes, 204 seconds. */
    compactDate(field: string, text: string | null): string | null {
      if (text === null) return null
      if (text.includes('-')) return this.isoDate(field, text)
      const match = /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?$/.exec(text)
      const day = match ? `${match[1]}-${match[2]}-${match[3]}` : ''
      return isLocalDate(day) ? day : refused(field, text)
    },
  }
}

const isForeign = ({ attributes: { currencyID } }: XmlElement, currencies: Currencies) =>
  Boolean(currencyID) && currencies[0] !== null && !currencies.includes(currencyID)

export type ValueReader = ReturnType<typeof valueReader>
/** Reads an amount in the currencies that a part of the document may use. */
export type ReadAmount = (field: string, elements: XmlElement[]) => string | null
