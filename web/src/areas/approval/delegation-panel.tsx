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
const delegationsKey = ['approval', 'delegations']

/** Whether there have been more colleagues than one answer tells. */
function useMany(count: number): boolean {
  const [many, setMany] = useState(false)
  if (!many && count >= mostColleagues) setMany(true)
  return many
}

/** The colleagues to choose from, by what is typed of a name; the chosen one stays chosen while another name is typed. */
function useColleagues(open: boolean, chosen: Colleague | undefined) {
  const [typed, setTyped] = useState('')
  const name = useDebounced(typed.trim(), debounces.search)
  const question = useQuery({
    queryKey: ['approval', 'colleagues', name],
    enabled: open,
    placeholderData: keepPreviousData,
    queryFn: () => send(workflowCalls.colleagues, { body: { name } }, { quiet: true }),
  })
  const found = question.data ?? []
  return {
    question,
    typed,
    setTyped,
    offered: chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found,
    isAlone: question.isSuccess && !question.isPlaceholderData && name === '' && found.length === 0,
    isSearched: useMany(found.length) || typed !== '',
    isUnmatched: name !== '' && found.length === 0 && !question.isLoadingError,
  }
}

/** Lets a colleague decide for the user between two days, and ends that again. */
export function DelegationPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText()
  const queries = useQueryClient()
  const [to, setTo] = useState<Colleague>()
  const colleagues = useColleagues(open, to)
  const today = knownConfig()?.businessDate ?? todayInZone()
  const [fromDate, setFrom] = useState(today)
  const [toDate, setUntil] = useState(today)
  const { run, busy, error } = useSubmit(workflowCalls.delegate)
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
    colleagues.setTyped('')
    void queries.invalidateQueries({ queryKey: delegationsKey })
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
      {colleagues.isAlone ? (
        <p>{text('approval.noColleague')}</p>
      ) : (
        <div className="delegation-form">
          <ColleagueField colleagues={colleagues} chosen={to} onChoose={setTo} />
          <DayField id="delegate-from" label={text('approval.fromDate')} value={fromDate} earliest={today} onPick={setFrom} />
          <DayField id="delegate-until" label={text('approval.toDate')} value={toDate} earliest={fromDate} onPick={setUntil} />
        </div>
      )}
      <RunningDelegations isAsked={open} />
    </SidePanel>
  )
}

type ColleagueProps = {
  colleagues: ReturnType<typeof useColleagues>
  chosen: Colleague | undefined
  onChoose: (colleague: Colleague | undefined) => void
}

/** The colleague who decides; with a search where there are more than a list holds. */
function ColleagueField({ colleagues, chosen, onChoose }: ColleagueProps) {
  const text = useText()
  const { typed, setTyped } = colleagues
  return (
    <>
      {colleagues.isSearched && (
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
          {colleagues.isUnmatched && (
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
        value={chosen?.id ?? ''}
        question={colleagues.question}
        options={colleagues.offered.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(id) => onChoose(colleagues.offered.find((one) => one.id === id))}
      />
    </>
  )
}

type DayProps = { id: string; label: string; value: string; earliest: string; onPick: (day: string) => void }

/** A day that is the earliest one unless another is chosen. */
const DayField = ({ id, label, value, earliest, onPick }: DayProps) => (
  <>
    <label htmlFor={id}>{label}</label>
    <DateInput
      id={id}
      label={label}
      value={value}
      isDisabled={(day) => day < earliest}
      onPick={onPick}
      onClear={() => onPick(earliest)}
      onFault={() => onPick('')}
    />
  </>
)

/** Who decides for whom now, and the end of what the user has given away. */
function RunningDelegations({ isAsked }: { isAsked: boolean }) {
  const text = useText()
  const queries = useQueryClient()
  const running = useQuery({
    queryKey: delegationsKey,
    enabled: isAsked,
    queryFn: () => send(workflowCalls.delegations, { body: {} }),
  })
  return (
    <>
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
                  await queries.invalidateQueries({ queryKey: delegationsKey })
                }}
              >
                {text('approval.end')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
