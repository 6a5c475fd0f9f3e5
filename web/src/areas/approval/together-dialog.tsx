import { useQueryClient } from '@tanstack/react-query'
import { commentFor } from '@usance/domain/approval'
import { useEffect, useId, useRef, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { CommentField } from './comment-field.tsx'
import { decideOne, type Known, know, newKey, type Outcome, type Review, type Sent, type Task, totalsOf } from './together.ts'
import { nodeText, signText, subjectText, typeText, warningText } from './words.ts'

type Props = { tasks: readonly Task[]; review: Review; onClose: () => void }

/** Approvals are read a few at a time, so that the person's other work goes on. */
const readAtATime = 4

/**
 * One decision for many alike: what is decided stands here with its sums and warnings, and each is then decided by itself. Closed
 * while it runs, it ends with the one under way.
 */
export function TogetherDialog({ tasks, review, onClose }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const id = useId()
  const [known, setKnown] = useState<Readonly<Record<string, Known>>>({})
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [under, setUnder] = useState<string>()
  const [comment, setComment] = useTyped('', { part: `comment on ${tasks.map(({ id }) => id).join()}` })
  const [missing, setMissing] = useState<string>()
  const sents = useRef(new Map<string, Sent>())
  const left = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is about the rows it was opened with
  useEffect(() => {
    left.current = false
    const waiting = [...tasks]
    const read = async () => {
      for (let task = waiting.shift(); task && !left.current; task = waiting.shift()) {
        const answer = await know(task, review)
        const key = task.id
        setKnown((now) => ({ ...now, [key]: answer }))
      }
    }
    for (let reader = 0; reader < readAtATime; reader++) void read()
    return () => {
      left.current = true
    }
  }, [])

  const open = tasks.flatMap((task) => {
    const found = known[task.id]
    const outcome = outcomes[task.id]
    return found?.state === 'ready' && (!outcome || outcome.state === 'unknown') ? [{ task, approval: found.approval }] : []
  })
  const isRead = tasks.every((task) => known[task.id])
  const tried = Object.keys(outcomes).length
  const done = Object.values(outcomes).filter(({ state }) => state === 'done').length

  const run = async () => {
    try {
      for (const { task, approval } of open) {
        if (left.current) break
        setUnder(task.id)
        const sent = sents.current.get(task.id) ?? { key: newKey(), comment }
        sents.current.set(task.id, sent)
        const outcome = await decideOne({ task, approval }, review, sent)
        setOutcomes((now) => ({ ...now, [task.id]: outcome }))
      }
    } finally {
      setUnder(undefined)
      void queries.invalidateQueries({ queryKey: ['list'] })
      void queries.invalidateQueries({ queryKey: ['approval'] })
    }
  }
  const commentIsThere = () => {
    const { ok } = commentFor(review, comment, null)
    setMissing(ok ? undefined : text('common.approval_comment_tip'))
    return ok
  }
  const totals = totalsOf(open.map(({ approval }) => approval))
  const [first] = tasks
  return (
    <Dialog
      open
      width={720}
      onClose={onClose}
      title={text.of('approval.togetherTitle', review, { count: tasks.length })}
      footer={
        <>
          <span className="together-progress muted" role="status">
            {!isRead && text('approval.reading', { done: Object.keys(known).length, total: tasks.length })}
            {isRead && tried > 0 && text('approval.togetherDone', { done, total: tasks.length })}
          </span>
          <Button onClick={onClose}>{text(under ? 'approval.stop' : tried > 0 ? 'common.close' : 'common.cancel')}</Button>
          {(open.length > 0 || !isRead) && (
            <ActionButton
              disabled={!isRead && text('approval.readFirst')}
              before={commentIsThere}
              action={run}
              look={review === 'PASSED' ? 'solid' : 'danger'}
            >
              {text.of('approval.togetherGo', review, { count: open.length })}
            </ActionButton>
          )}
        </>
      }
    >
      {first && (
        <p className="muted">
          {typeText(first.businessType)} · {nodeText(first.nodeName)}
        </p>
      )}
      <ul className="together">
        {tasks.map((task) => (
          <li key={task.id}>
            <span className="together-name">
              <b>{task.businessNo}</b>
              <span>{subjectText(task.businessType, task.subject)}</span>
            </span>
            <Amount task={task} known={known[task.id]} />
            <State known={known[task.id]} outcome={outcomes[task.id]} isUnder={under === task.id} />
          </li>
        ))}
      </ul>
      {totals.length > 0 && (
        <p className="together-totals">
          <span>{text('approval.togetherTotal', { count: open.length })}</span>
          {totals.map(([currency, amount]) => (
            <Money key={currency} amount={amount} currency={currency} exact />
          ))}
        </p>
      )}
      <CommentField
        id={id}
        label={text('approval.togetherComment')}
        hint={text('approval.togetherHint')}
        value={comment}
        onChange={(typed) => {
          setComment(typed)
          setMissing(undefined)
        }}
        missing={missing}
        rows={3}
        required={review !== 'PASSED'}
        disabled={under !== undefined}
      />
    </Dialog>
  )
}

/** What is decided is the amount of the approval that was read; until then, that of the list. */
function Amount({ task, known }: { task: Task; known: Known | undefined }) {
  const { amount, currency } = known && known.state !== 'unread' ? known.approval : task
  return <span className="together-amount">{amount !== null && <Money amount={amount} currency={currency} exact />}</span>
}

function State({ known, outcome, isUnder }: { known: Known | undefined; outcome: Outcome | undefined; isUnder: boolean }) {
  const text = useText()
  if (isUnder) return <span className="together-state muted">{text('approval.became.under')}</span>
  if (outcome)
    return (
      <span className={`together-state ${outcome.state === 'done' ? 'is-done' : 'is-missing'}`}>
        {'message' in outcome && outcome.state === 'refused' ? outcome.message : text.of('approval.became', outcome.state)}
      </span>
    )
  if (!known) return <span className="together-state muted">…</span>
  if (known.state === 'unread') return <span className="together-state is-missing">{known.message}</span>
  const { warnings, signs = [] } = known.approval
  const words = [
    ...warnings.filter((warning) => !signs.some(({ code }) => code === warning)).map(warningText),
    ...signs.map(signText),
  ]
  return (
    <span className={`together-state${known.state === 'ready' ? ' muted' : ' is-missing'}`}>
      {known.state !== 'ready' && text.of('approval.became', known.state)}
      {words.length > 0 && <span className="together-warnings">{words.join(' · ')}</span>}
    </span>
  )
}
