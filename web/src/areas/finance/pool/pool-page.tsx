import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listSeparator } from '@usance/wire/list'
import { type Pool, poolCalls } from '@usance/wire/pool/calls'
import { type PoolAssetRow, poolLists } from '@usance/wire/pool/list'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { useCan, useMayAct } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notify } from '../../../ui/notice.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BankImportPanel } from './bank-import-panel.tsx'
import { PoolPanel } from './pool-panel.tsx'

// The form kit is heavy and most visits only read.
const AssignDialog = lazyPart(async () => (await import('./assign-dialog.tsx')).AssignDialog)
const BankFiguresDialog = lazyPart(async () => (await import('./bank-figures-dialog.tsx')).BankFiguresDialog)
const DrawDialog = lazyPart(async () => (await import('./draw-dialog.tsx')).DrawDialog)

type Kind = 'OWN' | 'DBS'

/** A supplier's pools: what they carry and why, what is drawn, and the receivables in them. */
export function PoolPage({ kind }: { kind: Kind }) {
  const text = useText()
  const can = useCan()
  const mayDo = useMayAct()
  const queries = useQueryClient()
  const list = poolLists[kind]
  const permission = list.permission
  const reloadList = useReload(list)
  const [assigning, setAssigning] = useState(false)
  const [drawing, setDrawing] = useState<Pool>()
  const [bank, setBank] = useState<Pool>()
  const [importing, setImporting] = useState(false)
  const byBank = kind === 'DBS' && mayDo(poolCalls.bankFigures)
  const answer = useQuery({
    queryKey: ['pools', kind],
    queryFn: () => send(poolCalls.pools, { body: { kind } }, { quiet: true }),
    staleTime: 0,
  })
  const changed = () => {
    setAssigning(false)
    setDrawing(undefined)
    setBank(undefined)
    void queries.invalidateQueries({ queryKey: ['pools', kind] })
    reloadList()
  }
  const withdraw = async (row: PoolAssetRow) => {
    if (!(await ask({ title: text('pool.withdrawTitle', { no: row.invoiceNo }), text: text('pool.withdrawText') }))) return
    await send(poolCalls.withdraw, { body: { assetId: row.id } })
    notify('success', text('pool.withdrawn', { no: row.invoiceNo }))
    changed()
  }
  const products = answer.data?.products ?? []
  const assign = can(`${permission}.assign`) && products.length > 0 && (
    <Button act={poolCalls.assign} look="solid" small icon="plus" onClick={() => setAssigning(true)}>
      {text('pool.assign')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={list}
        above={
          <div className="pool-panels">
            {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
            {!answer.data && !answer.isLoadingError && <Skeleton lines={8} />}
            {answer.data?.pools.map((pool) => (
              <PoolPanel
                key={pool.id}
                pool={pool}
                onDraw={can(`${permission}.add`) && mayDo(poolCalls.draw) ? () => setDrawing(pool) : undefined}
                onBank={byBank ? () => setBank(pool) : undefined}
              />
            ))}
          </div>
        }
        cells={{
          invoiceNo: (row: PoolAssetRow) => <Link to={`/trading/invoice/${row.invoiceId}/details`}>{row.invoiceNo}</Link>,
          reasons: (row: PoolAssetRow) =>
            row.reasons
              ? row.reasons
                  .split(listSeparator)
                  .map((reason) => text.of('finance.reason', reason))
                  .join(listSeparator)
              : '-',
        }}
        rowActions={(row: PoolAssetRow) =>
          row.operations?.includes('WITHDRAW')
            ? [{ key: 'withdraw', act: poolCalls.withdraw, label: text('pool.withdraw'), onSelect: () => withdraw(row) }]
            : []
        }
        toolbar={
          <>
            {byBank && (
              <Button act={poolCalls.importBankFigures} small icon="upload" onClick={() => setImporting(true)}>
                {text('pool.importTitle')}
              </Button>
            )}
            {assign}
          </>
        }
        empty={{ title: text('pool.emptyTitle'), text: text('pool.emptyText'), action: assign || undefined }}
      />
      {assigning && <AssignDialog products={products} onClose={() => setAssigning(false)} onDone={changed} />}
      {drawing && <DrawDialog pool={drawing} onClose={() => setDrawing(undefined)} onDone={changed} />}
      {byBank && <BankImportPanel open={importing} onClose={() => setImporting(false)} onDone={changed} />}
      {bank && <BankFiguresDialog pool={bank} onClose={() => setBank(undefined)} onDone={changed} />}
    </>
  )
}
