import type { FormRule } from 'antd'
import { t } from '../i18n/i18n.ts'
import { inSentence } from '../i18n/in-sentence.ts'
import { parseDay } from '../ui/calendar.ts'
import { faultOfDay } from '../ui/date-input.tsx'
import { compareDecimals, groupThousands, parseDecimal } from '../ui/decimal.ts'
import { boundOf, type NumberLimits, readTyped, refusalWords } from './number-input.ts'

/** A text as typed. */
const words = (test: RegExp, key: string): FormRule => ({
  validator: (_, value) =>
    value === undefined || value === null || value === '' || test.test(String(value))
      ? Promise.resolve()
      : Promise.reject(t.of('common.validation', key)),
})
/** A figure; the commas that group its digits do not count. */
const pattern = (test: RegExp, key: string): FormRule => ({
  validator: (_, value) =>
    value === undefined || value === null || value === '' || test.test(String(value).replaceAll(',', ''))
      ? Promise.resolve()
      : Promise.reject(t.of('common.validation', key)),
})
const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
const orZero = (value: unknown) => (isBlank(value) ? '0' : String(value).replaceAll(',', ''))

const must = (holds: (value: unknown) => boolean, key: string, label: string): FormRule => ({
  required: true,
  validator: (_, value) =>
    holds(value) ? Promise.resolve() : Promise.reject(t.of('common.validation', key, { label: inSentence(label) })),
})

/** The validation rules of the portal. Fields stop at the first that fails. */
export const rules = {
  /** Blank text, nothing chosen or an empty list fails; false and 0 are answers. */
  required: (label: string, kind: 'input' | 'select' = 'input'): FormRule => ({
    required: true,
    validator: (_, value) =>
      isBlank(value)
        ? Promise.reject(
            t(kind === 'select' ? 'common.validation.requiredSelect' : 'common.validation.required', {
              label: inSentence(label),
            }),
          )
        : Promise.resolve(),
  }),
  /** Chosen at all; false is an answer. */
  requiredBoolean: (label: string): FormRule => must((value) => typeof value === 'boolean', 'requiredSelect', label),
  /** A figure; 0 is one. */
  requiredNumber: (label: string): FormRule =>
    must(
      (value) =>
        typeof value === 'number' ? Number.isFinite(value) : !isBlank(value) && parseDecimal(orZero(value)) !== undefined,
      'required',
      label,
    ),
  requiredObject: (label: string): FormRule =>
    must((value) => typeof value === 'object' && value !== null, 'requiredSelect', label),
  requiredArray: (label: string): FormRule => must((value) => Array.isArray(value) && value.length > 0, 'requiredSelect', label),
  /** Anything but null and the empty text. */
  requiredAny: (label: string): FormRule =>
    must((value) => value !== undefined && value !== null && value !== '', 'required', label),
  requiredDate: (label: string): FormRule =>
    must((value) => typeof value === 'string' && parseDay(value.slice(0, 10)) !== undefined, 'requiredSelect', label),
  /** A day as YYYY-MM-DD that may be chosen; a typed text that is none stands in the field as its value. */
  day: (isDisabled?: (day: string) => boolean): FormRule => ({
    validator: (_, value) => {
      const fault = isBlank(value) ? '' : faultOfDay(String(value), isDisabled)
      return fault ? Promise.reject(fault) : Promise.resolve()
    },
  }),
  email: () => words(/^[^\s@,;]+@([^\s@,;.]+\.)+[^\s@,;.]{2,}$/, 'email'),
  url: () => words(/^https?:\/\/[^\s/$.?#][^\s]*$/i, 'url'),
  integer: () => pattern(/^-?\d+$/, 'integer'),
  natural: () => pattern(/^\d+$/, 'natural'),
  positiveInteger: () => pattern(/^[1-9]\d*$/, 'positiveInteger'),
  /**
   * A figure of a kind within its bounds, validated when the field is left: half a figure is no fault during typing. Bounds are
   * validated on sending too, because Enter sends without leaving the field.
   */
  figure: (limits: NumberLimits): FormRule => ({
    validateTrigger: 'onBlur',
    validator: (_, value) => {
      if (isBlank(value)) return Promise.resolve()
      const read = readTyped(String(value), limits)
      if (!read.ok) return Promise.reject(refusalWords(read.refusal, limits.kind))
      const beyond = boundOf(read.value, limits)
      return beyond
        ? Promise.reject(t(`common.validation.${beyond.beyond}`, { [beyond.beyond]: groupThousands(beyond.bound) }))
        : Promise.resolve()
    },
  }),
  amount: (currency = 'USD'): FormRule => rules.figure({ kind: { money: currency } }),
  amountJpy: (): FormRule => rules.amount('JPY'),
  percent: (): FormRule => rules.figure({ kind: 'percent' }),
  accountName: () => words(/^[A-Za-z\u3400-\u9fff\d /\-?:().,'+]{1,120}$/, 'accountName'),
  /** Empty counts as zero. */
  max: (max: string): FormRule => ({
    validator: (_, value) => (compare(value, max) <= 0 ? Promise.resolve() : Promise.reject(t('common.validation.max', { max }))),
  }),
  /** Strictly more; empty counts as zero, so give it to required fields only. */
  moreThan: (min: string): FormRule => ({
    validator: (_, value) =>
      !isNumber(value) || compare(value, min) > 0 ? Promise.resolve() : Promise.reject(t('common.validation.moreThan', { min })),
  }),
  maxLength: (max: number): FormRule => ({
    validator: (_, value) => {
      const count = typeof value === 'string' ? value.length : 0
      return count <= max
        ? Promise.resolve()
        : Promise.reject(t('common.validation.maxLength', { max, count: groupThousands(String(count)) }))
    },
  }),
}

/** What is no number at all is another rule's business. */
const isNumber = (value: unknown) => parseDecimal(orZero(value)) !== undefined
const compare = (value: unknown, bound: string) => (isNumber(value) ? compareDecimals(orZero(value), bound) : 0)
