import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { dash, formatDateTime } from './format.ts'
import { mayLeave } from './may-leave.ts'
import { StatusTag } from './status-tag.tsx'
import './page-frame.css'

/** Goes back, or to the parent list when there is nothing to go back to; asks first when something typed would be lost. */
export function useGoBack(parent: string): () => Promise<void> {
  const router = useRouter()
  return async () => {
    if (!(await mayLeave())) return
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: parent })
  }
}

/** The head of a page: back, title, status, actions. */
export function PageHeader({
  title,
  status,
  back,
  actions,
  children,
}: {
  title: ReactNode
  status?: string
  back?: string
  actions?: ReactNode
  children?: ReactNode
}) {
  const text = useText()
  const goBack = useGoBack(back ?? '/')
  return (
    <header className="page-head">
      {back && <IconButton icon="left" label={text('common.back')} onClick={goBack} />}
      <div className="page-title">
        <h1>
          {title}
          {status && <StatusTag value={status} />}
        </h1>
        {children && <div className="page-sub">{children}</div>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  )
}

/** A titled part of a page. */
export function Section({
  title,
  extra,
  children,
  id,
}: {
  title?: ReactNode
  extra?: ReactNode
  children: ReactNode
  id?: string
}) {
  return (
    <section className="panel section" id={id}>
      {(title || extra) && (
        <header className="section-head">
          <h2>{title}</h2>
          {extra}
        </header>
      )}
      <div className="section-body">{children}</div>
    </section>
  )
}

export type Fact = { label: ReactNode; value: ReactNode; wide?: boolean }
/** Names and values, three to a row. */
export function DescriptionList({ facts }: { facts: readonly (Fact | false | undefined)[] }) {
  return (
    <dl className="facts">
      {facts
        .filter((fact): fact is Fact => Boolean(fact))
        .map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place
          <div key={index} className={fact.wide ? 'fact is-wide' : 'fact'}>
            <dt>{fact.label}</dt>
            <dd>{fact.value === null || fact.value === undefined || fact.value === '' ? dash : fact.value}</dd>
          </div>
        ))}
    </dl>
  )
}

export type TimelineEntry = {
  key: string
  title: ReactNode
  at?: string | null
  by?: ReactNode
  text?: ReactNode
  status?: string
  now?: boolean
  /** How many entries between this one and the next are not shown. */
  leftOut?: number
}
/** What happened, newest or oldest first as given. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const text = useText()
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.key} className={entry.now ? 'is-now' : undefined}>
          <p className="timeline-title">
            {entry.title} {entry.status && <StatusTag value={entry.status} />}
          </p>
          <p className="muted timeline-meta">
            {entry.by} {entry.at && <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>}
          </p>
          {entry.text && <p className="timeline-text">{entry.text}</p>}
          {entry.leftOut ? <p className="muted timeline-meta">{text('common.leftOut', { count: entry.leftOut })}</p> : null}
        </li>
      ))}
    </ol>
  )
}

/** A panel from the right edge for details that need not leave the page. */
export function SidePanel({
  open,
  title,
  onClose,
  children,
  footer,
  width = 520,
}: {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  width?: number
}) {
  return (
    <Dialog side open={open} title={title} onClose={onClose} footer={footer} width={width}>
      {children}
    </Dialog>
  )
}
