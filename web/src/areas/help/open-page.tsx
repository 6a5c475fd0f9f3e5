import { Link } from '@tanstack/react-router'
import type { HelpText } from '@usance/wire/help/calls'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useCan, useMaybeSession } from '../../session/session.ts'
import { Failed } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HelpForm } from './help-form.tsx'
import { Paragraphs } from './paragraphs.tsx'
import { bodyOf, titleOf, useOpenHelp } from './use-help.ts'
import './help.css'

/** The how-to page and the event page: for everybody, visitors with a notice link included. */
export function OpenHelpPage({ category }: { category: 'guide' | 'event' }) {
  const text = useText()
  const session = useMaybeSession()
  const can = useCan()
  const [editing, setEditing] = useState<HelpText>()
  const { data, error, refetch } = useOpenHelp(category)
  return (
    <div className="help help-open">
      {category === 'guide' && (
        <header className="help-head">
          <h1>{text('help.guideTitle')}</h1>
          <p className="muted">{text('help.guideLead')}</p>
        </header>
      )}
      {error && <Failed error={error} title={text('help.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data?.map((one) => (
        <article key={one.id} className="panel panel-pad help-article">
          {category === 'event' ? <h1>{titleOf(one)}</h1> : <h2>{titleOf(one)}</h2>}
          <Paragraphs text={bodyOf(one)} />
          {can('system.i18n.edit') && (
            <button type="button" className="link-button" onClick={() => setEditing(one)}>
              {text('help.edit')}
            </button>
          )}
        </article>
      ))}
      <p className="help-foot">
        {session ? (
          <Link to="/faq/$category/$id/$page" params={{ category: 'all', id: '0', page: '1' }}>
            {text('help.more')}
          </Link>
        ) : (
          <a href="/login">{text('help.signIn')}</a>
        )}
      </p>
      {editing && <HelpForm help={editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}
