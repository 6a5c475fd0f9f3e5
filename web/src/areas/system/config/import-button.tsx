import { configChangeCalls } from '@usance/wire/config-change/calls'
import { useRef } from 'react'
import { sendParts } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { readUtf8 } from '../read-utf8.ts'
import type { ReadFile } from './parse-import.ts'
import { useRefresh } from './use-config.ts'

const mostRows = 1000
const mostLines = 10

/**
 * Reads a list from a file and puts it forward as one change, after saying how many rows it has. A file with a line that cannot be
 * read is refused whole, with the numbers of such lines: what is left out would not be missed.
 */
export function ImportButton<R>({
  kind,
  read,
  valuesOf,
  hint,
  accept = '.csv,.txt',
  label,
}: {
  kind: 'HOLIDAY' | 'RATE'
  read: (content: string) => ReadFile<R>
  valuesOf: (rows: R[], fileName: string) => object
  hint: string
  /** The accepted file endings. */
  accept?: string
  label?: string
}) {
  const text = useText()
  const refresh = useRefresh(kind)
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    const content = await readUtf8(file)
    if (content === undefined) return notify('error', text('staff.importNotText'))
    let found: ReadFile<R> = { rows: [], faulty: [] }
    try {
      found = read(content)
    } catch {
      // A file that is neither form reads as no rows, which is said below.
    }
    const { rows, faulty } = found
    if (faulty.length > 0) {
      const lines = faulty.slice(0, mostLines).join(', ') + (faulty.length > mostLines ? ' …' : '')
      return notify('error', text('staff.importFaulty', { count: faulty.length, lines }))
    }
    if (rows.length === 0 || rows.length > mostRows) return notify('error', text('staff.importNothing', { most: mostRows }))
    if (!(await ask({ title: text('staff.importAsk', { count: rows.length, file: file.name }), text: text('staff.sendText') })))
      return
    const sent = await sendParts(configChangeCalls.propose, {
      body: { kind, values: valuesOf(rows, file.name), idempotencyKey: randomId() },
    })
    notify('success', text('staff.sent', { no: sent.no }))
    refresh()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void take(file).catch(() => undefined)
        }}
      />
      <Button small onClick={() => input.current?.click()}>
        <span title={hint}>{label ?? text('staff.import')}</span>
      </Button>
    </>
  )
}
