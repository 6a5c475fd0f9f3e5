import { useState } from 'react'
import { DateField, NumberField } from '../../../form/fields.tsx'
import { PartyField, ProductField } from '../../../form/search-fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate, formatRatePct } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { CurrentRows } from './current-rows.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'

/** The prices offered to suppliers and what became of them; another one is put forward, and then offered. */
export default function PricingPage() {
  const text = useText()
  const mayEdit = useMayChange('system.product.edit')
  const [adding, setAdding] = useState(false)
  const field = (name: string) => text.of('staff.field', name)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemPricing')}
        actions={
          mayEdit && (
            <Button look="solid" small icon="plus" onClick={() => setAdding(true)}>
              {text('staff.pricingAdd')}
            </Button>
          )
        }
      >
        {text('staff.pricingText')}
      </PageHeader>
      <Section>
        <CurrentRows
          kind="PRICING"
          columns={[
            { key: 'no', label: text('staff.no'), cell: (row) => row.no },
            { key: 'supplier', label: field('supplierId'), cell: (row) => row.supplierName },
            {
              key: 'product',
              label: field('productId'),
              cell: (row) => (language() === 'zh-CN' ? row.productNameCn : row.productName),
            },
            { key: 'margin', label: field('margin'), figure: true, cell: (row) => formatRatePct(row.margin) },
            { key: 'until', label: field('validUntil'), cell: (row) => formatDate(row.validUntil) },
            { key: 'status', label: text('staff.status'), cell: (row) => <StatusTag value={row.status} /> },
          ]}
        />
      </Section>
      <ChangesSection kind="PRICING" />
      {adding && <PricingDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function PricingDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const field = (name: string) => text.of('staff.field', name)
  return (
    <ChangeDialog<ProposalOf<'PRICING'>['values']>
      kind="PRICING"
      title={text('staff.pricingAdd')}
      initialValues={{}}
      bodyOf={(values) => ({ kind: 'PRICING', values })}
      onClose={onClose}
    >
      <PartyField name="supplierId" label={field('supplierId')} required of="SUPPLIER" />
      <ProductField name="productId" label={field('productId')} required />
      <NumberField name="margin" label={field('margin')} required kind="rate" min="0" />
      <DateField name="validUntil" label={field('validUntil')} required />
    </ChangeDialog>
  )
}
