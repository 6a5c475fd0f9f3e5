import { type Answered, assistantCalls, assistantStreamPath } from '@usance/wire/assistant/calls'
import { config } from '../../config.ts'
import { addressOf, headersOf, send } from '../../http/client.ts'

/** One event of the stream: its name and its data; undefined for a beat. */
export function eventOf(part: string): { event: string; data: unknown } | undefined {
  const event = part.match(/^event: (.+)$/m)?.[1]
  const data = part.match(/^data: (.*)$/m)?.[1]
  return event && data !== undefined ? { event, data: JSON.parse(data) } : undefined
}

/**
 * Asks the assistant. `onText` hears the answer so far, again and again while it comes. Where no stream comes through – a
 * proxy that holds it back, a server that refuses – the plain call answers, or tells why not.
 */
export async function askAssistant(
  body: { question: string; conversationId?: string },
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<Answered> {
  const streamed = await stream(body, onText, signal).catch((error) => {
    if (signal.aborted) throw error
    return undefined
  })
  return streamed ?? send(assistantCalls.ask, { body }, { quiet: true, signal })
}

async function stream(body: object, onText: (text: string) => void, signal: AbortSignal): Promise<Answered | undefined> {
  const { prefix, appId } = await config()
  const answer = await fetch(addressOf({ path: assistantStreamPath }, prefix), {
    method: 'POST',
    headers: { ...headersOf(appId), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    signal,
  })
  if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return undefined
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return undefined
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const told = eventOf(part)
      if (told?.event === 'done') return told.data as Answered
      if (told?.event === 'failed') return undefined
      if (told?.event === 'text') said += told.data as string
      if (told?.event === 'replace') said = told.data as string
      if (told) onText(said)
    }
  }
}
