import { oneOf } from '@usance/domain/one-of'
import type { CurrentOf } from '@usance/wire/config-change/answers'
import { Form } from 'antd'
import { useState } from 'react'
import { AmountField, DateField, SelectField } from '../../../form/fields.tsx'
import { PartyField } from '../../../form/search-fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { useOnOff, useYesNo, type YesNo, yesNo } from './choices.ts'
import { CurrentRows } from './current-rows.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'
import { useDictionary } from './use-dictionary.ts'

const types = ['SUPPLIER_FACILITY', 'BUYER', 'RELATIONSHIP', 'FUNDER'] as const
type LimitType = (typeof types)[number]
type Limit = CurrentOf<'LIMIT'>
type Values = Omit<ProposalOf<'LIMIT'>['values'], 'type' | 'revolving'> & { revolving: YesNo }
const partiesOf = (type: LimitType): ('supplierId' | 'buyerId')[] => [
  ...(type === 'SUPPLIER_FACILITY' || type === 'RELATIONSHIP' ? (['supplierId'] as const) : []),
  ...(type === 'BUYER' || type === 'RELATIONSHIP' ? (['buyerId'] as const) : []),
]

/** Facilities and limits; a new one or another amount is put forward for approval. */
export default function LimitPage() {
  const text = useText()
  const [edited, setEdited] = useState<Limit | LimitType>()
  const mayEdit = useMayChange('system.limit.edit')
  const field = (name: string) => text.of('staff.field', name)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemLimit')}
        actions={
          mayEdit &&
          types.map((type) => (
            <Button key={type} small icon="plus" onClick={() => setEdited(type)}>
              {text(`staff.limitType.${type}`)}
            </Button>
          ))
        }
      />
      <Section>
        <CurrentRows
          kind="LIMIT"
          columns={[
            { key: 'type', label: field('type'), cell: (row) => text.of('staff.limitType', row.type) },
            {
              key: 'parties',
              label: text('staff.parties'),
              cell: (row) => [row.supplierName, row.buyerName, row.funderName].filter(Boolean).join(' · '),
            },
            {
              key: 'amount',
              label: field('amount'),
              figure: true,
              cell: (row) => <Money amount={row.amount} currency={row.currency} />,
            },
            {
              key: 'life',
              label: text('staff.life'),
              cell: (row) => `${formatDate(row.effectiveDate)} – ${formatDate(row.expiryDate)}`,
            },
            { key: 'status', label: text('staff.status'), cell: (row) => <StatusTag value={row.status} /> },
          ]}
          onChange={mayEdit && setEdited}
        />
      </Section>
      <ChangesSection kind="LIMIT" />
      {edited && <LimitDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

/** The amount of a limit in the currency of the form. */
function LimitAmount({ label }: { label: string }) {
  return <AmountField name="amount" label={label} required currency={Form.useWatch('currency')} />
}

function LimitDialog({ edited, onClose }: { edited: Limit | LimitType; onClose: () => void }) {
  const text = useText()
  const known = typeof edited === 'string' ? undefined : edited
  const type = typeof edited === 'string' ? edited : oneOf(types, edited.type)
  const answers = useYesNo()
  const onOff = useOnOff()
  const currencies = useDictionary()
  const field = (name: string) => text.of('staff.field', name)
  return (
    <ChangeDialog<Values>
      kind="LIMIT"
      title={text(`staff.limitType.${type}`)}
      initialValues={{
        currency: 'USD',
        status: 'ENABLE',
        ...known,
        revolving: yesNo(known?.revolving ?? true),
      }}
      bodyOf={(values) => ({
        kind: 'LIMIT',
        ...(known ? { targetId: known.id, version: known.version } : {}),
        values: {
          ...values,
          type,
          supplierId: values.supplierId ?? known?.supplierId ?? null,
          buyerId: values.buyerId ?? known?.buyerId ?? null,
          revolving: values.revolving === 'yes',
        },
      })}
      onClose={onClose}
    >
      {partiesOf(type).map((party) => (
        <PartyField
          key={party}
          name={party}
          label={field(party)}
          required
          disabled={known !== undefined}
          of={party === 'supplierId' ? 'SUPPLIER' : 'BUYER'}
        />
      ))}
      <PartyField name="funderId" label={field('funderId')} required disabled={known !== undefined} of="FUNDER" />
      <SelectField
        name="currency"
        label={field('currency')}
        required
        disabled={known !== undefined}
        question={currencies}
        options={(currencies.data ?? [])
          .filter((entry) => entry.grp === 'CURRENCY')
          .map(({ dicKey }) => ({ value: dicKey, label: dicKey }))}
      />
      <LimitAmount label={field('amount')} />
      <DateField name="effectiveDate" label={field('effectiveDate')} required />
      <DateField name="expiryDate" label={field('expiryDate')} required />
      <SelectField name="revolving" label={field('revolving')} required options={answers} />
      <SelectField name="status" label={text('staff.status')} required options={onOff} />
    </ChangeDialog>
  )
}
