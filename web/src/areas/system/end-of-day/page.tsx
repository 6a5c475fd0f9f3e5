import { useQuery } from '@tanstack/react-query'
import { endOfDayCalls, endOfDaySteps } from '@usance/wire/end-of-day/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import '../../payment/money.css'

const whileRunningMs = 1000

/** The close of the business day: how far each step is, and the button that starts or takes it up again. */
export default function Page() {
  const text = useText()
  const mayDo = useMayAct()
  const answer = useQuery({
    queryKey: ['end-of-day'],
    queryFn: () => send(endOfDayCalls.status, { body: {} }, { quiet: true }),
    refetchInterval: (query) => (query.state.data?.running ? whileRunningMs : false),
  })
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={10} />
  const { businessDate, state, running, steps, history } = answer.data
  const stepOf = (name: string) => steps.find((step) => step.step === name && step.businessDate === businessDate)
  const start = async () => {
    const { started } = await send(endOfDayCalls.run, { body: { through: businessDate } })
    await answer.refetch()
    if (!started) notify('info', text('endOfDay.notStarted', { date: formatDate(businessDate) }))
    return started
  }
  return (
    <div className="eod-page">
      <PageHeader
        title={text('endOfDay.title')}
        actions={
          mayDo(endOfDayCalls.run) && (
            <ActionButton
              disabled={running && text('endOfDay.running')}
              before={() =>
                ask({ title: text('endOfDay.askTitle', { date: formatDate(businessDate) }), text: text('endOfDay.askText') })
              }
              action={start}
            >
              {state === 'CLOSING' && !running
                ? text('endOfDay.resume')
                : text('endOfDay.run', { date: formatDate(businessDate) })}
            </ActionButton>
          )
        }
      />
      <Section title={text('endOfDay.businessDate', { date: formatDate(businessDate) })}>
        {endOfDaySteps.map((name) => {
          const step = stepOf(name)
          return (
            <div key={name} className="eod-step">
              <span>{text(`endOfDay.step.${name}`)}</span>
              <span className="muted">{step ? text('endOfDay.done', { count: step.done }) : ''}</span>
              <StatusTag value={step ? (step.state === 'RUNNING' ? 'PROCESSING' : step.state) : 'PENDING'} />
              {step?.message && <small className="form-error">{step.message}</small>}
            </div>
          )
        })}
      </Section>
      <Section title={text('endOfDay.history')}>
        {history.map((day) => (
          <div key={day.businessDate} className="eod-step">
            <span>{formatDate(day.businessDate)}</span>
            <span className="muted">{day.finishedAt ? formatDateTime(day.finishedAt) : ''}</span>
            <StatusTag value={day.done === endOfDaySteps.length ? 'DONE' : 'PROCESSING'} />
          </div>
        ))}
      </Section>
    </div>
  )
}
