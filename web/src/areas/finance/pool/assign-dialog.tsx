import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { date, money, table, text as textColumn } from '@usance/wire/list'
import { mostAssigned, poolCalls } from '@usance/wire/pool/calls'
import { useState } from 'react'
import { AddTable } from '../../../form/add-table.tsx'
import { useShown } from '../../../form/use-shown.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { debounces, useDebounced } from '../../../list/appended.ts'
import { addDecimals, groupThousands } from '../../../ui/decimal.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import './pool.css'

/** The invoices of the dialog; it brings the rows itself. */
const assignable = table({
  id: 'finance.pool-assign',
  columns: {
    invoiceNo: textColumn({ sort: true }),
    buyerName: textColumn({ sort: true }),
    dueDate: date({ sort: true }),
    outstanding: money({ sort: true }),
    confirmed: money({ sort: true }),
  },
  order: { by: 'dueDate', descending: false },
})
type Chosen = Answer<typeof poolCalls.assignable>['invoices'][number] & { currency: string }
const sumOf = (rows: readonly Chosen[]): string => rows.reduce((sum, row) => addDecimals(sum, row.outstanding), '0')

type Product = { id: string; name: string; nameCn: string; currencies: string[] }

/** Chooses confirmed invoices that nobody holds and puts them into a pool. */
export function AssignDialog({
  products,
  onClose,
  onDone,
}: {
  products: readonly Product[]
  onClose: () => void
  onDone: () => void
}) {
  const text = useText()
  const choices = useShown(products).flatMap((product) => product.currencies.map((currency) => ({ product, currency })))
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), debounces.search)
  const submit = useSubmit(poolCalls.assign)
  const { product, currency } = choices[at]!
  const key = ['assignable', product.id, currency]
  const answer = useQuery({
    queryKey: [...key, search],
    queryFn: () =>
      send(poolCalls.assignable, { body: { productId: product.id, currency, ...(search ? { search } : {}) } }, { quiet: true }),
    placeholderData: keepWhile(key),
    staleTime: 0,
  })
  const rows = answer.data?.invoices ?? []
  const isSearched = answer.data?.more || typed !== '' || search !== ''
  // What is chosen stays in sight, whatever a search finds.
  const isListed = rows.length > 0 || chosen.length > 0 || isSearched
  const save = async () => {
    const saved = await submit.run({ body: { productId: product.id, currency, invoiceIds: chosen.map((row) => row.id) } })
    if (!saved) return
    notify('success', text('pool.assigned', { count: saved.assigned }))
    onDone()
  }
  return (
    <FormDialog
      width={860}
      title={text('pool.assignTitle')}
      onClose={onClose}
      ok={text('pool.assignChosen', { count: chosen.length })}
      busy={submit.busy}
      error={submit.error}
      incomplete={chosen.length === 0 || chosen.length > mostAssigned}
      onSend={save}
    >
      <p className="muted">{text('pool.assignText')}</p>
      {choices.length > 1 && (
        <label className="stacked-fields" htmlFor="assign-product">
          {text('pool.product')}
          <Select
            id="assign-product"
            all={false}
            label={text('pool.product')}
            value={String(at)}
            options={choices.map(({ product, currency }, index) => ({
              value: String(index),
              label: `${language() === 'zh-CN' ? product.nameCn : product.name} · ${currency}`,
            }))}
            onChange={(index) => {
              setAt(Number(index))
              setChosen([])
              setTyped('')
            }}
          />
        </label>
      )}
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <Skeleton lines={6} />}
      {isSearched && (
        <p>
          <input
            type="search"
            className="input"
            maxLength={60}
            aria-label={text('pool.search')}
            placeholder={text('pool.search')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />{' '}
          {answer.data?.more && (
            <span className="muted" role="status">
              {text('pool.more', { count: formatCount(rows.length) })}
            </span>
          )}
        </p>
      )}
      {answer.data && !isListed && <Empty title={text('pool.nothingTitle')} text={text('pool.nothingText')} />}
      <TooMany count={chosen.length} most={mostAssigned} />
      {isListed && (
        <AddTable
          list={assignable}
          candidates={rows.map((row) => ({ ...row, currency }))}
          value={chosen}
          onChange={setChosen}
          addWarning={text('pool.tickToAdd')}
          removeWarning={text('pool.tickToRemove')}
          candidatesTitle={text('pool.candidates')}
          valueTitle={text('pool.chosen', { count: chosen.length, sum: groupThousands(sumOf(chosen)), currency })}
        />
      )}
    </FormDialog>
  )
}
