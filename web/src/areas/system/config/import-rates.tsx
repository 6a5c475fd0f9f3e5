import { configChangeCalls } from '@usance/wire/config-change/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ImportPanel, importMs, sheetLine } from '../../trading/import-panel.tsx'
import { useRefresh } from './use-config.ts'

/** Imports sheets of fixings or exchange rates: valid lines are put forward as one change, faulty ones are returned. */
export function ImportRates({ kind }: { kind: 'RATE' | 'FX' }) {
  const text = useText()
  const refresh = useRefresh(kind)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button act={configChangeCalls.importRates} small onClick={() => setOpen(true)}>
        {text('staff.import')}
      </Button>
      <ImportPanel
        open={open}
        onClose={() => setOpen(false)}
        onDone={refresh}
        texts={{
          title: text(kind === 'FX' ? 'staff.importFxTitle' : 'staff.importFixingsTitle'),
          text: text('staff.importSheetText'),
          drop: 'Excel, csv',
          template: text('staff.importTemplate'),
          errorReport: text('staff.importErrors'),
        }}
        template={configChangeCalls.rateTemplate}
        templateBody={{ kind }}
        templateName={kind === 'FX' ? 'exchange-rates-template.xlsx' : 'fixings-template.xlsx'}
        take={async (file) => {
          const query = { fileKey: file.objectKey, kind }
          const answer = await send(configChangeCalls.importRates, { query }, { quiet: true, timeoutMs: importMs })
          return sheetLine(answer, (counts) =>
            answer.no ? text('staff.importedRates', { ...counts, no: answer.no }) : text('staff.importedNone', counts),
          )
        }}
      />
    </>
  )
}
