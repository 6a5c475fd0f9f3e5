import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AccountDetail, bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import { AccountEntry } from './account-entry.tsx'

// The form kit is heavy and most visits only read.
const AddAccountDialog = lazyPart(async () => (await import('./add-account-dialog.tsx')).AddAccountDialog)
const CallBackDialog = lazyPart(async () => (await import('./call-back-dialog.tsx')).CallBackDialog)

type Props = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One bank account: its check, its call-backs, its approval, and from when money may go to it. */
export function AccountPanel(props: Props) {
  // The next account begins without a dialog that was opened for this one.
  return <OneAccount key={props.id} {...props} />
}

function OneAccount({ id, onClose, onChanged }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const [doing, setDoing] = useState<'CALL_BACK' | 'DISABLE' | 'CHANGE'>()
  const answer = useQuery({
    queryKey: ['bank-account', id],
    queryFn: () => send(bankAccountChangeCalls.detail, { body: { id: id! } }),
    enabled: id !== undefined,
  })
  const account = answer.data
  const done = () => setDoing(undefined)
  const changed = () => {
    done()
    void queries.invalidateQueries({ queryKey: ['bank-account', id] })
    onChanged()
  }
  const may = (operation: string) => account?.operations.includes(operation)
  // One that was never on has nothing that could be switched off: it is kept from being switched on.
  const isOn = account?.status === 'ENABLE'
  const enable = async () => {
    await send(bankAccountChangeCalls.enable, { body: { id: id! } })
    changed()
    return true
  }
  return (
    <>
      <SidePanel
        open={id !== undefined}
        width={680}
        title={account ? `${account.bankName} ${account.bankAccount}` : text('org.bank.title')}
        onClose={onClose}
        footer={
          <>
            {may('DISABLE') && (
              <Button act={bankAccountChangeCalls.disable} onClick={() => setDoing('DISABLE')}>
                {text(isOn ? 'org.bank.disable' : 'org.bank.stop')}
              </Button>
            )}
            {may('CHANGE') && (
              <Button act={bankAccountChangeCalls.add} onClick={() => setDoing('CHANGE')}>
                {text('org.bank.change')}
              </Button>
            )}
            {may('CALL_BACK') && (
              <Button act={bankAccountChangeCalls.recordCallBack} look="solid" onClick={() => setDoing('CALL_BACK')}>
                {text('org.bank.callBack')}
              </Button>
            )}
            {may('ENABLE') && (
              <ActionButton
                act={bankAccountChangeCalls.enable}
                before={() =>
                  ask({
                    title: text('org.bank.enableTitle'),
                    text: account?.replaces
                      ? text('org.bank.enableReplaces', { account: account.replaces })
                      : text('org.bank.enableText'),
                  })
                }
                action={enable}
              >
                {text('org.bank.enable')}
              </ActionButton>
            )}
          </>
        }
      >
        {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
        {!account && !answer.isLoadingError && <Skeleton lines={8} />}
        {account && <AccountFacts account={account} onCallBack={may('CALL_BACK') ? () => setDoing('CALL_BACK') : undefined} />}
        {account && account.approval === 'IN_APPROVE' && (
          <ApprovalPanel
            businessNo={`BA-${account.id.slice(-12).toUpperCase()}`}
            businessType="BANK_ACCOUNT"
            businessId={account.id}
            onDone={changed}
          />
        )}
      </SidePanel>
      {account && doing === 'CALL_BACK' && <CallBackDialog account={account} onClose={done} onDone={changed} />}
      {account && doing === 'CHANGE' && <AddAccountDialog replaces={account} onClose={done} onDone={changed} />}
      <ReasonDialog
        open={doing === 'DISABLE'}
        title={text(isOn ? 'org.bank.disableTitle' : 'org.bank.stopTitle')}
        ok={text(isOn ? 'org.bank.disable' : 'org.bank.stop')}
        onClose={done}
        onSubmit={async (reason) => {
          await send(bankAccountChangeCalls.disable, { body: { id: id!, reason } })
          changed()
        }}
      />
    </>
  )
}

function AccountFacts({ account, onCallBack }: { account: AccountDetail; onCallBack: (() => void) | undefined }) {
  const text = useText()
  return (
    <>
      <p>
        <StatusTag value={account.status} />{' '}
        <span className="muted">
          {account.approval === 'IN_APPROVE' &&
            text(account.callBacks.at(-1)?.outcome === 'CONFIRMED' ? 'org.bank.calledBack' : 'org.bank.inApprove')}
          {account.approval === 'REJECTED' && text('org.bank.sentBack')}
          {account.approval === 'REFUSED' && text('org.bank.refused')}
          {account.approval === 'PASSED' && account.coolingUntil !== null && text('org.bank.approvedNotYet')}
          {account.approval === 'PASSED' &&
            account.coolingUntil === null &&
            account.status !== 'ENABLE' &&
            text(account.needsCallBack ? 'org.bank.offUncalled' : 'org.bank.off')}
        </span>{' '}
        {account.needsCallBack && onCallBack && (
          <Button act={bankAccountChangeCalls.recordCallBack} look="text" small onClick={onCallBack}>
            {text('org.bank.callBack')}
          </Button>
        )}
      </p>
      <AccountEntry account={account} />
      {account.callBacks.length > 0 && (
        <>
          <h3>{text('org.bank.callBacks')}</h3>
          <ul className="plain-rows is-loose is-start">
            {account.callBacks.map((call) => (
              <li key={call.id}>
                <StatusTag value={call.outcome === 'CONFIRMED' ? 'CONFIRMED' : 'REFUSED'} /> <strong>{call.calledName}</strong>{' '}
                <code>{call.phone}</code>{' '}
                <span className="muted">
                  {text.of('org.bank.from', call.numberFrom)} · {call.callerName}, {formatDateTime(call.calledAt)}
                  {call.note && ` · ${call.note}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
