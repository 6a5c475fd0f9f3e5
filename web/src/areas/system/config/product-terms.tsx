import { dayCountCodes } from '@usance/domain/day-count'
import type { CurrentOf } from '@usance/wire/config-change/answers'
import { mostCalendars, mostCurrencies, productChoices } from '@usance/wire/config-change/values'
import { Form } from 'antd'
import { NumberField, PercentField, SelectField } from '../../../form/fields.tsx'
import { PartyField } from '../../../form/search-fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { shortDecimal } from '../../../ui/decimal.ts'
import { calendarCountries } from './calendar-countries.ts'
import { choiceWord, useYesNo, type YesNo, yesNo } from './choices.ts'
import { type ProposalOf, useCurrent } from './use-config.ts'
import { optionsOf, useDictionary } from './use-dictionary.ts'

const booleans = ['recourse', 'disclosed', 'rebateAllowed'] as const
const figures = [
  'lookbackBd',
  'maturityOffset',
  'minInterestDays',
  'breakDays',
  'earlyFeePct',
  'penaltyMultiplier',
  'fundRate',
] as const
const chosen = [
  'type',
  'poolKind',
  'funderId',
  'currencies',
  'rightConfirmParty',
  'interestMethod',
  'discountMethod',
  'rateType',
  'baseRateType',
  'dayCount',
  'resetFrequency',
  'penaltyMode',
  'calendars',
  'bdConvention',
  'accrualShift',
  'arpTargetProduct',
] as const

type Terms = NonNullable<ProposalOf<'PRODUCT'>['values']['terms']>
/** The terms as the form holds them: yes and no are words there. */
export type TermsForm = Omit<Terms, (typeof booleans)[number]> & Record<(typeof booleans)[number], YesNo>

/** The terms a first product begins with: the common case of each. */
export const newTerms = {
  type: 'RECEIVABLE_PURCHASE',
  rightConfirmParty: 'BUYER',
  interestMethod: 'IN_ARREARS',
  discountMethod: 'STRAIGHT',
  rateType: 'FLOATING',
  dayCount: 'ACT_360',
  resetFrequency: 'NONE',
  lookbackBd: '2',
  penaltyMode: 'RETROACTIVE',
  calendars: [],
  bdConvention: 'FOLLOWING',
  accrualShift: 'SC',
  maturityOffset: '0',
  minInterestDays: '0',
  earlyFeePct: '0',
  breakDays: '0',
  recourse: 'yes',
  disclosed: 'yes',
  rebateAllowed: 'yes',
}

/** A stored figure as a form shows it; nothing stays nothing. */
export const bare = (value: unknown) => (value === null || value === undefined ? undefined : shortDecimal(String(value)))

/** The terms of a product, as the form holds them. */
export const termsForm = (row: CurrentOf<'PRODUCT'>) => ({
  ...Object.fromEntries(chosen.map((name) => [name, row[name] ?? undefined])),
  ...Object.fromEntries(figures.map((name) => [name, bare(row[name])])),
  ...Object.fromEntries(booleans.map((name) => [name, yesNo(row[name])])),
  fundDayBase: bare(row.fundDayBase),
})

/** What the form holds, as the terms that are sent. */
export const termsOf = (form: TermsForm): Terms => ({
  ...form,
  recourse: form.recourse === 'yes',
  disclosed: form.disclosed === 'yes',
  rebateAllowed: form.rebateAllowed === 'yes',
  poolKind: form.type === 'POOL_FACTORING' ? form.poolKind : null,
  baseRateType: form.rateType === 'FLOATING' ? form.baseRateType : null,
  arpTargetProduct: form.type === 'PO_FINANCE' ? form.arpTargetProduct || null : null,
  penaltyMultiplier: form.penaltyMultiplier || null,
  fundRate: form.fundRate || null,
  fundDayBase: form.fundDayBase ? (Number(form.fundDayBase) === 365 ? 365 : 360) : null,
  calendars: form.calendars ?? [],
})

type Choice = keyof typeof productChoices

/** What a new product is: kind, parties, interest, days. None of it changes later, because running orders rest on it. */
export function ProductTermsFields() {
  const text = useText()
  const dictionary = useDictionary()
  const products = useCurrent('PRODUCT')
  const answers = useYesNo()
  const form = Form.useFormInstance()
  const type = Form.useWatch(['terms', 'type'], form)
  const rateType = Form.useWatch(['terms', 'rateType'], form)
  const field = (name: string) => text.of('staff.field', name)
  const entries = (grp: string) => optionsOf(dictionary.data, grp)
  const choice = (name: Choice, more: object = {}) => (
    <SelectField
      name={['terms', name]}
      label={field(name)}
      required
      options={productChoices[name].map((value) => ({ value, label: choiceWord(text, name, value) }))}
      {...more}
    />
  )
  const yes = (name: (typeof booleans)[number]) => (
    <SelectField name={['terms', name]} label={field(name)} required options={answers} />
  )
  const days = (name: 'lookbackBd' | 'maturityOffset' | 'minInterestDays' | 'breakDays') => (
    <NumberField name={['terms', name]} label={field(name)} required kind="days" />
  )
  return (
    <>
      <h3 className="span-3 staff-part">{text('staff.productWhat')}</h3>
      {choice('type')}
      {type === 'POOL_FACTORING' && choice('poolKind')}
      <PartyField name={['terms', 'funderId']} label={field('funderId')} required of="FUNDER" />
      <SelectField
        name={['terms', 'currencies']}
        label={field('currencies')}
        required
        multiple
        most={mostCurrencies}
        loading={dictionary.isPending}
        question={dictionary}
        options={entries('CURRENCY')}
      />
      {yes('recourse')}
      {yes('disclosed')}
      {choice('rightConfirmParty')}
      {type === 'PO_FINANCE' && (
        <SelectField
          name={['terms', 'arpTargetProduct']}
          label={field('arpTargetProduct')}
          question={products}
          options={(products.data ?? [])
            .filter((one) => one.type === 'RECEIVABLE_PURCHASE')
            .map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))}
        />
      )}
      <h3 className="span-3 staff-part">{text('staff.productInterest')}</h3>
      {choice('interestMethod')}
      {choice('discountMethod')}
      {choice('rateType')}
      {rateType === 'FLOATING' && (
        <SelectField
          name={['terms', 'baseRateType']}
          label={field('baseRateType')}
          required
          loading={dictionary.isPending}
          question={dictionary}
          options={entries('BASE_RATE_TYPE')}
        />
      )}
      <SelectField
        name={['terms', 'dayCount']}
        label={field('dayCount')}
        required
        options={dayCountCodes.map((value) => ({ value, label: value.replaceAll('_', '/') }))}
      />
      {choice('resetFrequency')}
      {days('lookbackBd')}
      {choice('penaltyMode')}
      <NumberField name={['terms', 'penaltyMultiplier']} label={field('penaltyMultiplier')} kind="multiple" />
      <PercentField name={['terms', 'earlyFeePct']} label={field('earlyFeePct')} required />
      {yes('rebateAllowed')}
      <NumberField name={['terms', 'fundRate']} label={field('fundRate')} kind="rate" min="0" />
      {choice('fundDayBase', { required: false })}
      <h3 className="span-3 staff-part">{text('staff.productDays')}</h3>
      <SelectField
        name={['terms', 'calendars']}
        label={field('calendars')}
        multiple
        most={mostCalendars}
        options={calendarCountries()}
      />
      {choice('bdConvention')}
      {choice('accrualShift')}
      {days('maturityOffset')}
      {days('minInterestDays')}
      {days('breakDays')}
    </>
  )
}
