import { useQuery, useQueryClient } from '@tanstack/react-query'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Talk } from './talk.tsx'
import './assistant.css'
import { sameUser } from '../../session/mismatch.ts'

/** Questions about one's own business, answered with a link to every figure's record; earlier conversations beside them. */
export default function AssistantPage() {
  const text = useText()
  const queries = useQueryClient()
  const [chosen, choose] = useState<string>()
  // A new conversation has no id before its first answer; the count tells one new one from the next.
  const [started, start] = useState(0)
  const conversations = useQuery({
    queryKey: ['assistant', 'conversations'],
    queryFn: () => send(assistantCalls.conversations, {}, { quiet: true }),
    staleTime: 0,
  })
  const history = useQuery({
    queryKey: ['assistant', 'history', chosen],
    queryFn: () => send(assistantCalls.history, { body: { conversationId: chosen! } }, { quiet: true }),
    enabled: chosen !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const begin = () => {
    choose(undefined)
    start((count) => count + 1)
  }
  const forget = async (id: string) => {
    if (!(await sameUser())) return
    if (!(await ask({ title: text('assistant.forgetTitle'), text: text('assistant.forgetText'), danger: true }))) return
    await send(assistantCalls.forget, { body: { conversationId: id } })
    if (id === chosen) begin()
    await conversations.refetch()
  }
  const list = conversations.data ?? []
  return (
    <div className="page">
      <PageHeader
        title={text('assistant.title')}
        actions={
          <Button small icon="plus" onClick={begin}>
            {text('assistant.begin')}
          </Button>
        }
      >
        {text('assistant.lead')}
      </PageHeader>
      <div className={list.length > 0 ? 'talk-columns' : undefined}>
        {history.error ? (
          <Failed error={history.error} onRetry={() => void history.refetch()} />
        ) : chosen && !history.data ? (
          <section className="panel panel-pad talk">
            <Skeleton lines={6} />
          </section>
        ) : (
          <Talk
            key={chosen ?? `new ${started}`}
            conversationId={chosen}
            before={chosen ? (history.data ?? []) : []}
            onAnswered={() => void queries.invalidateQueries({ queryKey: ['assistant', 'conversations'] })}
          />
        )}
        {list.length > 0 && (
          <nav className="panel talk-past" aria-label={text('assistant.past')}>
            <h2>{text('assistant.past')}</h2>
            <ul>
              {list.map(({ id, title, at }) => (
                <li key={id} className={id === chosen ? 'is-chosen' : undefined}>
                  <button type="button" aria-current={id === chosen || undefined} onClick={() => choose(id)}>
                    <span>{title}</span>
                    <time className="muted" dateTime={at}>
                      {formatDateTime(at)}
                    </time>
                  </button>
                  <IconButton
                    icon="close"
                    size={14}
                    label={`${text('assistant.forget')}: ${title}`}
                    onClick={() => void forget(id)}
                  />
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  )
}
