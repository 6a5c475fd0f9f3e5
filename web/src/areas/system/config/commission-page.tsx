import { useQuery } from '@tanstack/react-query'
import { channelPartnerCalls } from '@usance/wire/channel-partner/list'
import { useState } from 'react'
import { DateField, NumberField, SelectField } from '../../../form/fields.tsx'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { dash, formatDate, formatRatePct } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { CurrentRows } from './current-rows.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'

const everybody = 'ALL'

/** What channel partners earn: their own rates and the common one, each from a day on; another rate is put forward. */
export default function CommissionPage() {
  const text = useText()
  const mayEdit = useMayChange('system.product.edit')
  const [adding, setAdding] = useState(false)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemCommission')}
        actions={
          mayEdit && (
            <Button look="solid" small icon="plus" onClick={() => setAdding(true)}>
              {text('staff.commissionAdd')}
            </Button>
          )
        }
      >
        {text('staff.commissionText')}
      </PageHeader>
      <Section>
        <CurrentRows
          kind="COMMISSION"
          columns={[
            {
              key: 'partner',
              label: text('staff.field.partnerId'),
              cell: (row) => row.partnerName ?? text('staff.commissionEverybody'),
            },
            { key: 'rate', label: text('staff.field.ratePct'), figure: true, cell: (row) => formatRatePct(row.ratePct) },
            { key: 'from', label: text('staff.field.effectiveDate'), cell: (row) => formatDate(row.effectiveDate) },
          ]}
        />
      </Section>
      <ChangesSection kind="COMMISSION" />
      <Section title={text('staff.partners')}>
        <CurrentRows
          kind="PARTNER"
          columns={[
            { key: 'company', label: text('staff.field.companyId'), cell: (row) => row.companyName },
            { key: 'partner', label: text('staff.field.partnerId'), cell: (row) => row.partnerName ?? dash },
            { key: 'from', label: text('staff.field.fromDay'), cell: (row) => (row.fromDay ? formatDate(row.fromDay) : dash) },
          ]}
        />
      </Section>
      <ChangesSection kind="PARTNER" />
      {adding && <CommissionDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function CommissionDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const partners = useQuery({
    queryKey: ['channel-partner', 'partners'],
    queryFn: () => send(channelPartnerCalls.partners, { body: {} }, { quiet: true }),
  })
  return (
    <ChangeDialog<ProposalOf<'COMMISSION'>['values']>
      kind="COMMISSION"
      title={text('staff.commissionAdd')}
      initialValues={{ partnerId: everybody }}
      bodyOf={({ partnerId, ...values }) => ({
        kind: 'COMMISSION',
        values: { ...values, partnerId: partnerId === everybody ? null : partnerId },
      })}
      onClose={onClose}
    >
      <SelectField
        name="partnerId"
        label={text('staff.field.partnerId')}
        required
        loading={partners.isPending}
        question={partners}
        options={[
          { value: everybody, label: text('staff.commissionEverybody') },
          ...(partners.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NumberField name="ratePct" label={text('staff.field.ratePct')} required kind="share" />
      <DateField name="effectiveDate" label={text('staff.field.effectiveDate')} required />
    </ChangeDialog>
  )
}
