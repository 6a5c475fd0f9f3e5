import { useQuery } from '@tanstack/react-query'
import { repaymentCalls, type StatementAnswer } from '@usance/wire/repayment/calls'
import { useState } from 'react'
import { UploadBox } from '../../../form/upload-box.tsx'
import { useShown } from '../../../form/use-shown.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { notify } from '../../../ui/notice.ts'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCollectionAccounts } from '../use-collection-accounts.ts'
import { Declarations } from './declarations.tsx'
import { StatementRows } from './statement-rows.tsx'
import '../../payment/money.css'

const types = ['xml', 'sta', 'mt940', 'csv', 'xls', 'xlsx']

/** A bank's statement: read, shown line by line, and booked when that has been seen. */
export function StatementPanel({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const text = useText()
  const [account, setAccount] = useState('')
  const [file, setFile] = useState<StoredFile>()
  const [isAccepted, accept] = useState(false)
  const [declared, declare] = useState<readonly string[]>([])
  const [booked, setBooked] = useState<StatementAnswer>()
  const submit = useSubmit(repaymentCalls.importStatement)
  const accounts = useCollectionAccounts()
  const offered = useShown(accounts.data?.accounts[0]?.id)
  const bankAccountId = account || offered || ''
  const preview = useQuery({
    queryKey: ['statement-preview', bankAccountId, file?.objectKey, declared],
    // The lines are checked with the file: a message does not have it read again.
    meta: { isReadOnce: true },
    queryFn: () =>
      send(
        repaymentCalls.previewStatement,
        { body: { bankAccountId, fileKey: file!.objectKey, declared: [...declared] } },
        { quiet: true },
      ),
    enabled: file !== undefined && bankAccountId !== '' && booked === undefined,
    // The rows stay while they are read with what was declared since.
    placeholderData: (before, query) =>
      query?.queryKey[1] === bankAccountId && query?.queryKey[2] === file?.objectKey ? before : undefined,
    retry: false,
    gcTime: 0,
  })
  const answer = booked ?? preview.data
  const isOff = answer?.statements.some(({ addsUp }) => addsUp === false) ?? false
  const count = preview.data?.counts.NEW ?? 0
  const book = async () => {
    const done = await submit.run({
      body: { bankAccountId, fileKey: file!.objectKey, acceptDifference: isAccepted, declared: [...declared] },
    })
    if (!done) return
    setBooked(done)
    notify('success', text('repayment.statement.booked', { count: done.counts.BOOKED }))
    onDone()
  }
  const again = () => {
    setFile(undefined)
    setBooked(undefined)
    accept(false)
    declare([])
    submit.clear()
  }
  return (
    <SidePanel
      open
      width={860}
      title={text('repayment.statement.open')}
      onClose={onClose}
      footer={
        <>
          <FormError error={submit.error} />
          {file && <Button onClick={again}>{text('repayment.statement.another')}</Button>}
          <Button onClick={onClose}>{text('common.close')}</Button>
          {!booked && preview.data && (
            <Button
              look="solid"
              busy={submit.busy}
              disabled={count === 0 || preview.isFetching || (isOff && !isAccepted)}
              onClick={() => void book()}
            >
              {count === 0 ? text('repayment.statement.nothing') : text('repayment.statement.book', { count })}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">{text('repayment.statement.text')}</p>
      <span className="field-label">{text('repayment.account')}</span>
      <Select
        all={false}
        label={text('repayment.account')}
        question={accounts}
        options={(accounts.data?.accounts ?? []).map((one) => ({
          value: one.id,
          label: `${one.companyName} · ${one.bankAccount} · ${one.currency.replaceAll(',', ', ')}${one.isOff ? ` · ${text('repayment.card.off')}` : ''}`,
        }))}
        value={bankAccountId}
        onChange={(value) => {
          setAccount(value)
          setBooked(undefined)
          // What was accepted and declared is of the other account.
          accept(false)
          declare([])
          submit.clear()
        }}
      />
      {!file && (
        <div className="statement-drop">
          <UploadBox types={types} onUploaded={setFile} label={text('repayment.statement.drop')} />
        </div>
      )}
      {preview.isLoading && <Skeleton lines={6} />}
      {preview.isLoadingError && <Failed error={preview.error} onRetry={() => void preview.refetch()} />}
      {answer && (
        <>
          {isOff && !booked && (
            <p className="form-hint" role="alert">
              {text('repayment.statement.difference')}
              <br />
              <label>
                <input type="checkbox" checked={isAccepted} onChange={() => accept(!isAccepted)} />{' '}
                {text('repayment.statement.accept')}
              </label>
            </p>
          )}
          {!booked && <Declarations toDeclare={answer.toDeclare} declared={declared} onChange={declare} />}
          <StatementRows answer={answer} fileName={file?.fileName ?? ''} />
        </>
      )}
    </SidePanel>
  )
}
