import { useQuery } from '@tanstack/react-query'
import { poolCalls } from '@usance/wire/pool/calls'
import { useState } from 'react'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import './pool.css'

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
  const choices = products.flatMap((product) => product.currencies.map((currency) => ({ product, currency })))
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const submit = useSubmit(poolCalls.assign)
  const { product, currency } = choices[at]!
  const answer = useQuery({
    queryKey: ['assignable', product.id, currency],
    queryFn: () => send(poolCalls.assignable, { body: { productId: product.id, currency } }, { quiet: true }),
    staleTime: 0,
  })
  const rows = answer.data ?? []
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const save = async () => {
    const saved = await submit.run({ body: { productId: product.id, currency, invoiceIds: [...chosen] } })
    if (!saved) return
    notify('success', text('pool.assigned', { count: saved.assigned }))
    onDone()
  }
  return (
    <FormDialog
      width={720}
      title={text('pool.assignTitle')}
      onClose={onClose}
      ok={text('pool.assignChosen', { count: chosen.size })}
      busy={submit.busy}
      error={submit.error}
      incomplete={chosen.size === 0}
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
              setChosen(new Set())
            }}
          />
        </label>
      )}
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <Skeleton lines={6} />}
      {answer.data && rows.length === 0 && <Empty title={text('pool.nothingTitle')} text={text('pool.nothingText')} />}
      {rows.length > 0 && (
        <div className="table-scroll pool-pick">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label={text('pool.chooseAll')}
                    checked={chosen.size === rows.length}
                    onChange={() => setChosen(chosen.size === rows.length ? new Set() : new Set(rows.map((row) => row.id)))}
                  />
                </th>
                <th scope="col">{text('pool.invoice')}</th>
                <th scope="col">{text('pool.buyer')}</th>
                <th scope="col">{text('pool.dueDate')}</th>
                <th scope="col" className="cell-end">
                  {text('pool.outstanding')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={row.invoiceNo}
                      checked={chosen.has(row.id)}
                      onChange={() => toggle(row.id)}
                    />
                  </td>
                  <td data-label={text('pool.invoice')}>{row.invoiceNo}</td>
                  <td data-label={text('pool.buyer')}>{row.buyerName}</td>
                  <td data-label={text('pool.dueDate')}>{formatDate(row.dueDate)}</td>
                  <td className="cell-end" data-label={text('pool.outstanding')}>
                    <Money amount={row.outstanding} currency={currency} bare />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FormDialog>
  )
}
