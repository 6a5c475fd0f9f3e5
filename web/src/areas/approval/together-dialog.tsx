import { commentFor } from '@usance/domain/approval'
import { useId, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { CommentField } from './comment-field.tsx'
import { type Known, type Outcome, type Review, type Task, totalsOf } from './together.ts'
import { useTogether } from './use-together.ts'
import { nodeText, signText, subjectText, typeText, warningText } from './words.ts'

type Props = { tasks: readonly Task[]; review: Review; onClose: () => void }

/**
 * One decision for many alike: what is decided stands here with its sums and warnings, and each is then decided by itself. Closed
 * while it runs, it ends with the one under way.
 */
export function TogetherDialog({ tasks, review, onClose }: Props) {
  const text = useText()
  const id = useId()
  const together = useTogether(tasks, review)
  const { open, under, isRead } = together
  const [comment, setComment] = useTyped('', { part: `comment on ${tasks.map(({ id }) => id).join()}` })
  const [missing, setMissing] = useState<string>()
  const isTried = Object.keys(together.outcomes).length > 0
  const commentIsThere = () => {
    const { ok } = commentFor(review, comment, null)
    setMissing(ok ? undefined : text('common.approval_comment_tip'))
    return ok
  }
  return (
    <Dialog
      open
      width={720}
      onClose={onClose}
      title={text.of('approval.togetherTitle', review, { count: tasks.length })}
      footer={
        <>
          <Progress tasks={tasks} together={together} />
          <Button onClick={onClose}>{text(under ? 'approval.stop' : isTried ? 'common.close' : 'common.cancel')}</Button>
          {(open.length > 0 || !isRead) && (
            <ActionButton
              disabled={!isRead && text('approval.readFirst')}
              before={commentIsThere}
              action={() => together.run(comment)}
              look={review === 'PASSED' ? 'solid' : 'danger'}
            >
              {text.of('approval.togetherGo', review, { count: open.length })}
            </ActionButton>
          )}
        </>
      }
    >
      <Decided tasks={tasks} together={together} />
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

type Parts = { tasks: readonly Task[]; together: ReturnType<typeof useTogether> }

/** How many are read, then how many are decided. */
function Progress({ tasks, together }: Parts) {
  const text = useText()
  const outcomes = Object.values(together.outcomes)
  const done = outcomes.filter(({ state }) => state === 'done').length
  return (
    <span className="together-progress muted" role="status">
      {!together.isRead && text('approval.reading', { done: Object.keys(together.known).length, total: tasks.length })}
      {together.isRead && outcomes.length > 0 && text('approval.togetherDone', { done, total: tasks.length })}
    </span>
  )
}

/** What is decided, row by row, with the sums of what is still open. */
function Decided({ tasks, together: { known, outcomes, under, open } }: Parts) {
  const text = useText()
  const totals = totalsOf(open.map(({ approval }) => approval))
  const [first] = tasks
  return (
    <>
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
    </>
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
