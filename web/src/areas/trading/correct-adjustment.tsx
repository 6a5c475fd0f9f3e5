import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { deductionReport } from '@usance/wire/adjustment/list'
import { listCalls } from '@usance/wire/list'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { rowsOf } from '../../list/use-rows.ts'
import { Button } from '../../ui/button.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'

/** The form of an adjustment that was sent back, on the page of its approval; nothing where it is not the reader's to correct. */
export function CorrectAdjustment({ no, id }: { no: string; id: string }) {
  const text = useText()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const { data: row } = useQuery({
    queryKey: ['adjustment', id],
    staleTime: 0,
    queryFn: async () => {
      const body = { filterFields: { no }, isEqual: true, pageNum: 1, pageSize: 2 }
      const answer = await send(listCalls(deductionReport).pageList, { body }, { quiet: true })
      return rowsOf<typeof deductionReport>(answer).rows.find((one) => one.id === id) ?? null
    },
  })
  if (!row?.operations?.includes('RESUBMIT')) return null
  const done = () => {
    setOpen(false)
    for (const key of ['adjustment', 'approval', 'list']) void queries.invalidateQueries({ queryKey: [key] })
  }
  return (
    <>
      <Button look="solid" act={adjustmentCalls.resubmit} onClick={() => setOpen(true)}>
        {text('trading.resubmit')}
      </Button>
      {open && (
        <AdjustDialog
          invoice={{ invoiceId: row.invoiceId, currency: row.currency }}
          sentBack={{ ...row, date: row.adjustmentDate }}
          onClose={() => setOpen(false)}
          onDone={done}
        />
      )}
    </>
  )
}
