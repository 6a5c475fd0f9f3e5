import { money, number, table, text as textColumn } from '@usance/wire/list'
import { Form } from 'antd'
import { useState } from 'react'
import { AddTable } from '../../form/add-table.tsx'
import { NumberField, RadioField, RemarkField, SelectField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { HolidayField } from '../../form/holiday-field.tsx'
import { Kit } from '../../form/kit.tsx'
import { RatePairFields } from '../../form/rate-pair-fields.tsx'
import { CompanyField } from '../../form/search-fields.tsx'
import { SelectOtherField } from '../../form/select-other-field.tsx'
import { PictureField, UploadField } from '../../form/upload-field.tsx'
import { addTexts } from '../../i18n/i18n.ts'
import { VirtualList } from '../../list/virtual-list.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { CollapseCard } from '../../ui/collapse-card.tsx'
import { notify } from '../../ui/notice.ts'
import { PageHeader } from '../../ui/page-frame.tsx'

const lines = table({
  id: 'widgets',
  columns: { name: textColumn({ sort: true }), amount: money({ sort: true }), count: number({ sort: true }) },
  order: { by: 'name', descending: false },
})
const rows = Array.from({ length: 20_000 }, (_, index) => ({
  id: String(index),
  name: `Line ${index + 1}`,
  amount: `${index * 7}.50`,
  currency: 'USD',
  count: 20_000 - index,
}))
const currencies = ['USD', 'CNY', 'JPY'].map((value) => ({ value, label: value }))
// Seen in development only, so its words are in one language and here.
for (const language of ['en-US', 'zh-CN'] as const)
  addTexts({ list: { widgets: { name: 'Name', amount: 'Amount', count: 'Count' } } }, language)

/** Every widget of the kit on one screen, for those who build with it; it is not part of an installation. */
export default function Page() {
  const [form] = Form.useForm()
  const from = Form.useWatch('from', form)
  const to = Form.useWatch('to', form)
  const [chosen, choose] = useState<typeof rows>([])
  return (
    <Kit>
      <div className="page">
        <PageHeader title="Widgets" />
        <Form form={form} layout="vertical" initialValues={{ from: 'USD', to: 'CNY', side: 'A' }}>
          <CollapseCard title="Inputs">
            <FormGrid>
              <NumberField name="figure" label="Figure" kind="count" min="5" max="1000" />
              <NumberField name="signed" label="Signed" kind="rate" />
              <SelectOtherField name="use" label="Use" required options={[{ value: 'A', label: 'First' }]} />
              <RadioField
                name="side"
                label="Side"
                clearable
                options={[
                  { value: 'A', label: 'A' },
                  { value: 'B', label: 'B' },
                ]}
              />
              <SelectField name="from" label="From currency" options={currencies} />
              <SelectField name="to" label="To currency" options={currencies} />
              <RatePairFields
                from={from}
                to={to}
                rateName="rate"
                inverseName="inverse"
                label="Rate"
                inverseLabel="Inverse rate"
              />
              <HolidayField name="day" label="Day" currency={from} />
              <CompanyField name="company" label="Company" />
              <RemarkField name="remark" label="Remark" />
            </FormGrid>
          </CollapseCard>
          <CollapseCard title="Files">
            <UploadField name="files" label="Files" maxCount={3} />
            <PictureField name="picture" label="Picture" />
          </CollapseCard>
        </Form>
        <CollapseCard title="Actions">
          <ActionButton action={() => true} after={() => notify('success', 'Followed up')}>
            Act
          </ActionButton>
        </CollapseCard>
        <CollapseCard title="Add table">
          <AddTable
            list={lines}
            candidates={rows.slice(0, 12)}
            value={chosen}
            onChange={choose}
            addWarning="Tick a line to add"
            removeWarning="Tick a line to remove"
            candidatesTitle="All lines"
            valueTitle="Chosen lines"
          />
        </CollapseCard>
        <CollapseCard title="20,000 rows">
          <VirtualList list={lines} rows={rows} />
        </CollapseCard>
      </div>
    </Kit>
  )
}
