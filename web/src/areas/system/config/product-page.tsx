import type { CurrentOf } from '@usance/wire/config-change/answers'
import { useState } from 'react'
import { NumberField, PercentField, SelectField, TextField } from '../../../form/fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { formatRatePct } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { useOnOff } from './choices.ts'
import { CurrentRows } from './current-rows.tsx'
import { FeeRules } from './fee-rules.tsx'
import { bare, newTerms, ProductTermsFields, type TermsForm, termsForm, termsOf } from './product-terms.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'

type Product = CurrentOf<'PRODUCT'>
type Values = ProposalOf<'PRODUCT'>['values']
/** The fields of the form; those of the terms are there for a new product alone. */
type ProductForm = Omit<Values, 'terms' | 'fees'> & { terms: TermsForm; fees?: Values['fees'] }

const feeFields = ['code', 'basis', 'currency', 'payer', 'beneficiary', 'timing'] as const
const figures = [
  'advanceRate',
  'margin',
  'floor',
  'penaltyMargin',
  'dilutionThreshold',
  'concentrationPct',
  'minAmount',
  'maxAmount',
] as const
const formOf = (row: Product) => ({
  ...row,
  ...Object.fromEntries(figures.map((name) => [name, bare(row[name])])),
  minTenor: String(row.minTenor),
  maxTenor: String(row.maxTenor),
  graceDays: String(row.graceDays),
  fees: row.fees.map((fee) => ({
    ...Object.fromEntries(feeFields.map((name) => [name, fee[name]])),
    value: bare(fee.value),
    minAmount: bare(fee.minAmount),
    maxAmount: bare(fee.maxAmount),
    taxPct: bare(fee.taxPct),
  })),
})

/** A row is changed; a copy of one, or nothing at all, makes a new product. */
type Edited = { row?: Product; copy: boolean }
const newProduct = {
  advanceRate: '80',
  margin: '2.5',
  floor: '0',
  minTenor: '1',
  maxTenor: '180',
  graceDays: '5',
  penaltyMargin: '3',
  dilutionThreshold: '5',
  status: 'ENABLE',
  fees: [],
}

/** Financing products with their terms and fee rules; changed, or copied under a new code, by approval. */
export default function ProductPage() {
  const text = useText()
  const [edited, setEdited] = useState<Edited>()
  const mayEdit = useMayChange('system.product.edit')
  const field = (name: string) => text.of('staff.field', name)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemProduct')}
        actions={
          mayEdit && (
            <Button look="solid" small icon="plus" onClick={() => setEdited({ copy: true })}>
              {text('staff.newProduct')}
            </Button>
          )
        }
      />
      <Section>
        <CurrentRows
          kind="PRODUCT"
          columns={[
            { key: 'code', label: field('code'), cell: (row) => row.code },
            { key: 'name', label: text('staff.name'), cell: (row) => (language() === 'zh-CN' ? row.nameCn : row.name) },
            { key: 'type', label: field('type'), cell: (row) => text.of('word', row.type) },
            { key: 'funder', label: field('funderId'), cell: (row) => row.funderName },
            { key: 'rate', label: field('advanceRate'), figure: true, cell: (row) => formatRatePct(row.advanceRate) },
            { key: 'margin', label: field('margin'), figure: true, cell: (row) => formatRatePct(row.margin) },
            { key: 'tenor', label: text('staff.tenor'), figure: true, cell: (row) => `${row.minTenor}–${row.maxTenor}` },
            { key: 'fees', label: text('staff.fees'), figure: true, cell: (row) => row.fees.length },
            { key: 'version', label: text('staff.version'), figure: true, cell: (row) => row.version },
            { key: 'status', label: text('staff.status'), cell: (row) => <StatusTag value={row.status} /> },
          ]}
          onChange={mayEdit && ((row) => setEdited({ row, copy: false }))}
          onCopy={(row) => setEdited({ row, copy: true })}
        />
      </Section>
      <ChangesSection kind="PRODUCT" />
      {edited && <ProductDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

function ProductDialog({ edited: { row, copy }, onClose }: { edited: Edited; onClose: () => void }) {
  const text = useText()
  const onOff = useOnOff()
  const field = (name: string) => text.of('staff.field', name)
  const isNew = copy || !row
  return (
    <ChangeDialog<ProductForm>
      kind="PRODUCT"
      width={920}
      title={!isNew ? row.code : row ? text('staff.copyOf', { code: row.code }) : text('staff.newProduct')}
      initialValues={{
        ...(row ? formOf(row) : newProduct),
        ...(isNew ? { code: '', terms: row ? termsForm(row) : newTerms } : {}),
      }}
      bodyOf={({ penaltyMargin, concentrationPct, minAmount, maxAmount, terms, fees = [], ...values }) => ({
        kind: 'PRODUCT',
        ...(isNew ? {} : { targetId: row.id, version: row.version }),
        values: {
          ...values,
          ...(isNew ? { terms: termsOf(terms) } : {}),
          penaltyMargin: penaltyMargin || null,
          concentrationPct: concentrationPct || null,
          minAmount: minAmount || null,
          maxAmount: maxAmount || null,
          fees: fees.map((fee) => ({
            ...fee,
            currency: fee.currency || null,
            minAmount: fee.minAmount || null,
            maxAmount: fee.maxAmount || null,
            taxPct: fee.taxPct || '0',
          })),
        },
      })}
      onClose={onClose}
    >
      <TextField name="code" label={field('code')} required disabled={!isNew} maxLength={20} />
      <TextField name="name" label={field('name')} required maxLength={120} />
      <TextField name="nameCn" label={field('nameCn')} required maxLength={120} />
      {isNew && <ProductTermsFields />}
      {isNew && <h3 className="span-3 staff-part">{text('staff.productTerms')}</h3>}
      <PercentField name="advanceRate" label={field('advanceRate')} required />
      <NumberField name="margin" label={field('margin')} required kind="rate" min="0" />
      <NumberField name="floor" label={field('floor')} required kind="rate" min="0" />
      <NumberField name="minTenor" label={field('minTenor')} required kind="days" />
      <NumberField name="maxTenor" label={field('maxTenor')} required kind="days" />
      <NumberField name="graceDays" label={field('graceDays')} required kind="days" />
      <NumberField name="penaltyMargin" label={field('penaltyMargin')} kind="rate" min="0" />
      <PercentField name="dilutionThreshold" label={field('dilutionThreshold')} required />
      <PercentField name="concentrationPct" label={field('concentrationPct')} />
      <NumberField name="minAmount" label={field('leastAmount')} kind={{ money: undefined }} />
      <NumberField name="maxAmount" label={field('mostAmount')} kind={{ money: undefined }} />
      <SelectField name="status" label={text('staff.status')} required options={onOff} />
      <FeeRules currencies={isNew ? undefined : row.currencies} />
    </ChangeDialog>
  )
}
