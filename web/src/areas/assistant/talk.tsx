import { useRouter } from '@tanstack/react-router'
import type { Said } from '@usance/wire/assistant/calls'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { sameUser } from '../../session/mismatch.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { askAssistant } from './ask.ts'

type Line = Said & { open?: boolean }

/** One conversation: what was said, what could be asked next, and the question being written. */
export function Talk({
  conversationId,
  before,
  onAnswered,
}: {
  conversationId: string | undefined
  before: readonly Said[]
  onAnswered: () => void
}) {
  const text = useText()
  const router = useRouter()
  const [said, setSaid] = useState<readonly Line[]>(before)
  const [question, setQuestion] = useTyped('', { part: 'question' })
  const [next, setNext] = useState<readonly string[]>(([1, 2, 3, 4] as const).map((n) => text(`assistant.question${n}`)))
  const [asking, setAsking] = useState<AbortController>()
  const [error, setError] = useState('')
  const id = useRef(conversationId)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  useEffect(() => () => asking?.abort(), [asking])

  const put = async (asked: string) => {
    const words = asked.trim()
    if (!words || asking || !(await sameUser())) return
    const at = new Date().toISOString()
    const earlier = said
    const stop = new AbortController()
    const show = (answer: string, links: Said['links'] = [], open = false) =>
      setSaid([...earlier, { role: 'user', text: words, links: [], at }, { role: 'assistant', text: answer, links, at, open }])
    setAsking(stop)
    setError('')
    setQuestion('')
    show('', [], true)
    try {
      const body = { question: words, ...(id.current ? { conversationId: id.current } : {}) }
      const answer = await askAssistant(body, (soFar) => show(soFar, [], true), stop.signal)
      id.current = answer.conversationId
      show(answer.text, answer.links)
      setNext(answer.next)
      onAnswered()
    } catch (caught) {
      setSaid(earlier)
      setQuestion(words)
      if (!stop.signal.aborted) setError(wordsOf(caught))
    } finally {
      setAsking(undefined)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void put(question)
  }
  return (
    <section className="panel panel-pad talk">
      <div className="talk-lines" role="log" aria-label={text('assistant.title')} aria-busy={!!asking}>
        {said.length === 0 && <p className="muted">{text('assistant.empty')}</p>}
        {said.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <div key={`${line.at}${index}`} className={`talk-line is-${line.role}`}>
            <p>{line.text || (line.open ? text('assistant.looking') : '')}</p>
            {line.links.length > 0 && (
              <ul className="talk-links">
                {line.links.map(({ to, label }) => (
                  <li key={to}>
                    <a
                      href={to}
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey || event.shiftKey) return
                        event.preventDefault()
                        router.history.push(to)
                      }}
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
        <div ref={end} />
      </div>
      <div className="talk-next">
        {next.map((one) => (
          <button key={one} type="button" disabled={!!asking} onClick={() => void put(one)}>
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
        {asking ? (
          <Button onClick={() => asking.abort()}>{text('assistant.stop')}</Button>
        ) : (
          <Button look="solid" onClick={() => void put(question)}>
            {text('assistant.send')}
          </Button>
        )}
      </form>
      <FormError error={error} as="p" />
    </section>
  )
}
