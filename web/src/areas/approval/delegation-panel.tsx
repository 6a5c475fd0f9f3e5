import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { mostColleagues, workflowCalls } from '@usance/wire/workflow/calls'
import { useState } from 'react'
import { knownConfig } from '../../config.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { inSentence } from '../../i18n/in-sentence.ts'
import { debounces, useDebounced } from '../../list/appended.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { formatDate, todayInZone } from '../../ui/format.ts'
import { notify } from '../../ui/notice.ts'
import { SidePanel } from '../../ui/page-frame.tsx'
import { Select } from '../../ui/select.tsx'

type Colleague = { id: string; name: string }

/** Whether there have been more colleagues than one answer tells. */
function useMany(count: number): boolean {
  const [many, setMany] = useState(false)
  if (!many && count >= mostColleagues) setMany(true)
  return many
}

/** Lets a colleague decide for the user between two days, and ends that again. */
export function DelegationPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText()
  const queries = useQueryClient()
  const [to, setTo] = useState<Colleague>()
  const [typed, setTyped] = useState('')
  const name = useDebounced(typed.trim(), debounces.search)
  const today = knownConfig()?.businessDate ?? todayInZone()
  const [fromDate, setFrom] = useState(today)
  const [toDate, setUntil] = useState(today)
  const { run, busy, error } = useSubmit(workflowCalls.delegate)
  const colleagues = useQuery({
    queryKey: ['approval', 'colleagues', name],
    enabled: open,
    placeholderData: keepPreviousData,
    queryFn: () => send(workflowCalls.colleagues, { body: { name } }, { quiet: true }),
  })
  const found = colleagues.data ?? []
  const isAlone = colleagues.isSuccess && !colleagues.isPlaceholderData && name === '' && found.length === 0
  // The chosen colleague stays chosen while another name is typed.
  const offered = to && !found.some(({ id }) => id === to.id) ? [to, ...found] : found
  const isSearched = useMany(found.length) || typed !== ''
  const running = useQuery({
    queryKey: ['approval', 'delegations'],
    enabled: open,
    queryFn: () => send(workflowCalls.delegations, { body: {} }),
  })
  const again = () => queries.invalidateQueries({ queryKey: ['approval', 'delegations'] })
  const add = async () => {
    if (!to) return
    const done = await run({ body: { toUserId: to.id, fromDate, toDate } })
    if (!done) return
    notify(
      'success',
      text('approval.delegated', {
        name: to.name,
        from: formatDate(fromDate),
        to: formatDate(toDate),
      }),
    )
    setTo(undefined)
    setTyped('')
    void again()
  }
  return (
    <SidePanel
      open={open}
      title={text('approval.delegateTitle')}
      onClose={onClose}
      footer={
        <>
          <p className="edit-error" role="alert">
            {error}
          </p>
          <Button onClick={onClose}>{text('common.close')}</Button>
          <Button look="solid" busy={busy} disabled={!to || !fromDate || !toDate} onClick={() => void add()}>
            {text('approval.delegate')}
          </Button>
        </>
      }
    >
      <p className="muted">{text('approval.delegateText')}</p>
      {isAlone ? (
        <p>{text('approval.noColleague')}</p>
      ) : (
        <div className="delegation-form">
          {isSearched && (
            <>
              <label htmlFor="delegate-find">{text('approval.findColleague')}</label>
              <input
                id="delegate-find"
                type="search"
                className="input"
                value={typed}
                maxLength={80}
                placeholder={text('form.searchHint')}
                onChange={({ target }) => setTyped(target.value)}
              />
              {name !== '' && found.length === 0 && !colleagues.isLoadingError && (
                <p className="muted" role="status">
                  {text('form.noMatch')}
                </p>
              )}
            </>
          )}
          <label htmlFor="delegate-to">{text('approval.colleague')}</label>
          <Select
            id="delegate-to"
            all={text('common.select', { label: inSentence(text('approval.colleague')) })}
            label={text('approval.colleague')}
            value={to?.id ?? ''}
            question={colleagues}
            options={offered.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(id) => setTo(offered.find((one) => one.id === id))}
          />
          <label htmlFor="delegate-from">{text('approval.fromDate')}</label>
          <DateInput
            id="delegate-from"
            label={text('approval.fromDate')}
            value={fromDate}
            isDisabled={(day) => day < today}
            onPick={setFrom}
            onClear={() => setFrom(today)}
            onFault={() => setFrom('')}
          />
          <label htmlFor="delegate-until">{text('approval.toDate')}</label>
          <DateInput
            id="delegate-until"
            label={text('approval.toDate')}
            value={toDate}
            isDisabled={(day) => day < fromDate}
            onPick={setUntil}
            onClear={() => setUntil(fromDate)}
            onFault={() => setUntil('')}
          />
        </div>
      )}
      {(running.data?.length ?? 0) > 0 && <h3 className="delegation-head">{text('approval.running')}</h3>}
      <ul className="delegations">
        {running.data?.map((one) => (
          <li key={one.id}>
            <span>
              {text('approval.runsFrom', { from: one.toName, to: one.fromName })}
              <span className="muted">
                {text(`companyRole.${one.companyRole}`)}, {formatDate(one.fromDate)} – {formatDate(one.toDate)}
              </span>
            </span>
            {one.mine && (
              <ActionButton
                act={workflowCalls.endDelegation}
                small
                look="plain"
                action={async () => {
                  await send(workflowCalls.endDelegation, { body: { id: one.id } })
                  await again()
                }}
              >
                {text('approval.end')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
