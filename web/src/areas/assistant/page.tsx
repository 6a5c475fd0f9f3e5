import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { assistantCalls, type Said } from '@usance/wire/assistant/calls'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './assistant.css'

/** Questions about one's own business, answered with a link to every figure's record. */
export default function AssistantPage() {
  const text = useText()
  const history = useQuery({
    queryKey: ['assistant'],
    queryFn: () => send(assistantCalls.history, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  return (
    <div className="page">
      <PageHeader title={text('assistant.title')}>{text('assistant.lead')}</PageHeader>
      {history.error ? (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      ) : !history.data ? (
        <Skeleton lines={6} />
      ) : (
        <Talk before={history.data} />
      )}
    </div>
  )
}

function Talk({ before }: { before: readonly Said[] }) {
  const text = useText()
  const [said, setSaid] = useState(before)
  const [question, setQuestion] = useState('')
  const [next, setNext] = useState<readonly string[]>([1, 2, 3, 4].map((n) => text(`assistant.question${n}`)))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the latest word is what one reads
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [said])
  const put = async (asked: string) => {
    if (!asked.trim() || busy) return
    const at = new Date().toISOString()
    setBusy(true)
    setError('')
    setSaid((now) => [...now, { role: 'user', text: asked.trim(), links: [], at }])
    try {
      const answer = await send(assistantCalls.ask, { body: { question: asked.trim() } }, { quiet: true })
      setSaid((now) => [...now, { role: 'assistant', text: answer.text, links: answer.links, at }])
      setNext(answer.next)
      setQuestion('')
    } catch (caught) {
      setError(wordsOf(caught))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void put(question)
  }
  return (
    <section className="panel panel-pad talk">
      <div className="talk-lines" role="log" aria-label={text('assistant.title')}>
        {said.length === 0 && <p className="muted">{text('assistant.empty')}</p>}
        {said.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <div key={`${line.at}${index}`} className={`talk-line is-${line.role}`}>
            <p>{line.text}</p>
            {line.links.map((link) => (
              <Link key={link.to} to={link.to as string}>
                {link.label}
              </Link>
            ))}
          </div>
        ))}
        <div ref={end} />
      </div>
      <div className="talk-next">
        {next.map((one) => (
          <button key={one} type="button" disabled={busy} onClick={() => void put(one)}>
            {one}
          </button>
        ))}
      </div>
      <form className="talk-form" onSubmit={submit}>
        <input
          className="input"
          aria-label={text('assistant.ask')}
          placeholder={text('assistant.ask')}
          maxLength={500}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button look="solid" busy={busy} onClick={() => void put(question)}>
          {text('assistant.send')}
        </Button>
      </form>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
