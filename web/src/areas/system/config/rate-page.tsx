import { useState } from 'react'
import { DateField, NumberField, SelectField, TextField } from '../../../form/fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { shortDecimal } from '../../../ui/decimal.ts'
import { formatDate, formatDateTime, formatRate, formatRatePct } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { CurrentRows } from './current-rows.tsx'
import { FxDialog } from './fx-dialog.tsx'
import { ImportButton } from './import-button.tsx'
import { ImportRates } from './import-rates.tsx'
import { fixingsFrom } from './parse-import.ts'
import { Tolerances } from './tolerances.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'
import { optionsOf, useBaseRateName, useDictionary } from './use-dictionary.ts'

type Fixing = ProposalOf<'RATE'>['values']['fixings'][number] & { source: string }

/** The fields of one fixing, by their places in a change. */
const fixingNames = Object.fromEntries(['type', 'effectiveDate', 'percentRate'].map((name) => [`fixings.0.${name}`, name]))

/** Fixings of benchmarks and exchange rates: what is in force, and new ones put forward. */
export default function RatePage() {
  const text = useText()
  const mayEdit = useMayChange('system.rate.edit')
  const [tab, setTab] = useState<'RATE' | 'FX' | 'TOLERANCE'>('RATE')
  const [adding, setAdding] = useState(false)
  const words = useDictionary()
  const baseRate = useBaseRateName()
  const options = (grp: string) => optionsOf(words.data, grp)
  const field = (name: string) => text.of('staff.field', name)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemRate')}
        actions={
          mayEdit && (
            <>
              {tab === 'RATE' && (
                <ImportButton
                  kind="RATE"
                  read={(content) => ({ rows: fixingsFrom(content), faulty: [] })}
                  valuesOf={(fixings, file) => ({ fixings, source: file.slice(0, 60) })}
                  accept=".json"
                  label={text('staff.importBank')}
                  hint={text('staff.importRates')}
                />
              )}
              {tab !== 'TOLERANCE' && (
                <>
                  <ImportRates key={tab} kind={tab} />
                  <Button look="solid" small icon="plus" onClick={() => setAdding(true)}>
                    {text(tab === 'RATE' ? 'staff.addFixing' : 'staff.addFx')}
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      <Tabs
        label={text('menu.systemRate')}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { key: 'RATE', label: text('staff.fixings') },
          { key: 'FX', label: text('staff.fx') },
          { key: 'TOLERANCE', label: text('staff.tolerance') },
        ]}
      />
      <Section>
        {tab === 'TOLERANCE' && <Tolerances />}
        {tab === 'RATE' && (
          <CurrentRows
            kind="RATE"
            columns={[
              { key: 'type', label: field('baseRateType'), cell: (row) => baseRate(row.type) },
              { key: 'date', label: field('effectiveDate'), cell: (row) => formatDate(row.effectiveDate) },
              { key: 'rate', label: field('percentRate'), figure: true, cell: (row) => formatRatePct(row.percentRate) },
              { key: 'revision', label: text('staff.revision'), figure: true, cell: (row) => row.revision },
              { key: 'source', label: field('source'), cell: (row) => row.source },
              { key: 'at', label: text('staff.at'), cell: (row) => formatDateTime(row.importedAt) },
            ]}
          />
        )}
        {tab === 'FX' && (
          <CurrentRows
            kind="FX"
            columns={[
              { key: 'pair', label: text('staff.pair'), cell: (row) => `${row.fromCurrency} / ${row.toCurrency}` },
              { key: 'date', label: text('staff.date'), cell: (row) => formatDate(row.rateDate) },
              { key: 'rate', label: field('rate'), figure: true, cell: (row) => <Rate value={row.rate} /> },
              { key: 'inverse', label: text('staff.inverse'), figure: true, cell: (row) => <Rate value={row.inverse} /> },
            ]}
          />
        )}
      </Section>
      <ChangesSection kind={tab} />
      {adding && tab === 'RATE' && (
        <ChangeDialog<Fixing>
          kind="RATE"
          title={text('staff.addFixing')}
          initialValues={{}}
          bodyOf={({ source, ...fixing }) => ({ kind: 'RATE', values: { fixings: [fixing], source } })}
          names={fixingNames}
          onClose={() => setAdding(false)}
        >
          <SelectField name="type" label={field('baseRateType')} required options={options('BASE_RATE_TYPE')} />
          <DateField name="effectiveDate" label={field('effectiveDate')} required />
          <NumberField name="percentRate" label={field('percentRate')} required kind="rate" />
          <TextField name="source" label={field('source')} required maxLength={60} />
        </ChangeDialog>
      )}
      {adding && tab === 'FX' && <FxDialog currencies={options('CURRENCY')} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** An exchange rate with four decimals; all stored decimals show on hover. */
const Rate = ({ value }: { value: string }) => <span title={shortDecimal(value)}>{formatRate(value)}</span>
