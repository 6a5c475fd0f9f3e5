import type { ReactNode } from 'react'
import { Refused } from '../http/refused.ts'
import { wordsOf } from '../http/report.ts'
import { useText } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { goBack } from './go-back.ts'

/** Says that there is nothing, and what to do next. */
export function Empty({ title, text, action }: { title?: ReactNode; text?: ReactNode; action?: ReactNode }) {
  const t = useText()
  return (
    <div className="empty">
      <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true">
        <rect x="10.500" y="6.500" width="51" height="43" rx="5" className="empty-sheet" />
        <path d="M18 17h22M18 26h36M18 35h28" className="empty-line" />
        <circle cx="56" cy="43" r="9.500" className="empty-dot" />
        <path d="M52.500 43h7M56 39.500v7" className="empty-plus" />
      </svg>
      <h3>{title ?? t('common.empty_data')}</h3>
      {text && <p>{text}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  )
}

/** Says what failed, with a way to try again; what is not there is not there the second time either, so that one leads back. */
export function Failed({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const t = useText()
  const isMissing = error instanceof Refused && error.refusal === 'NOT_FOUND'
  return (
    <div className="empty" role="alert">
      <h3>{title ?? t(isMissing ? 'common.error.missing' : 'common.error.load')}</h3>
      <p>{wordsOf(error)}</p>
      {isMissing && (
        <Button icon="left" onClick={goBack}>
          {t('common.back')}
        </Button>
      )}
      {onRetry && !isMissing && (
        <Button icon="reload" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
