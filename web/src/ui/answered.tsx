import type { ReactNode } from 'react'
import { wordsOf } from '../http/report.ts'
import { useText } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { Failed } from './empty.tsx'
import { Skeleton } from './skeleton.tsx'

/** What `useQuery` says of a question, as far as it matters for what is drawn. */
export type Asked<T> = { data: T | undefined; isLoadingError: boolean; error: unknown; refetch: () => unknown }

/** What a question brought: why it failed and a way to try again, so many grey lines while it is under way, else its answer. */
export function Answered<T>({
  question: { data, isLoadingError, error, refetch },
  lines = 6,
  children,
}: {
  question: Asked<T>
  lines?: number
  children: (data: T) => ReactNode
}) {
  if (isLoadingError) return <Failed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={lines} />
  return children(data)
}

/** Why a question failed and a way to try again, in one line beside what is drawn without its answer; else nothing. */
export function NotAnswered({ question }: { question: Asked<unknown> | undefined }) {
  const text = useText()
  if (!question?.isLoadingError) return null
  return (
    <span className="not-answered" role="alert">
      {text('common.error.load')}: {wordsOf(question.error)}{' '}
      <Button small look="text" icon="reload" onClick={() => void question.refetch()}>
        {text('common.retry')}
      </Button>
    </span>
  )
}
