export type ToolCall = { id: string; name: string; arguments: string }
export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | {
      role: 'assistant'
      content: string
      tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }
  | { role: 'tool'; tool_call_id: string; content: string }
export type ModelTool = { type: 'function'; function: { name: string; description: string; parameters: unknown } }
export type ModelSettings = { url: string; key: string; model: string; timeoutMs: number }

/** A part of a streamed completion as an endpoint claims it; each value is checked before it is used. */
type Delta =
  | {
      content?: unknown
      tool_calls?: { index?: unknown; id?: unknown; function?: { name?: unknown; arguments?: unknown } }[]
    }
  | undefined

const mostBytes = 400_000
const wholeMs = 30_000

/**
 * One turn with an OpenAI-compatible endpoint, read as it streams. `onText` hears each part of the words. Throws when the
 * endpoint refuses, stays silent for the time set, sends too much, or sends what is no completion.
 */
export async function completion(
  { url, key, model, timeoutMs }: ModelSettings,
  messages: ModelMessage[],
  tools: ModelTool[],
  onText: (part: string) => void,
  signal?: AbortSignal,
): Promise<{ text: string; calls: ToolCall[] }> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(new Error('silent')), timeoutMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new Error('silent')), timeoutMs)
  }
  try {
    const answer = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([silence.signal, AbortSignal.timeout(wholeMs), ...(signal ? [signal] : [])]),
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify({ model, messages, tools, stream: true, temperature: 0 }),
    })
    if (!answer.ok || !answer.body) throw new Error(`The model answered ${answer.status}.`)
    const turn = { text: '', calls: [] as ToolCall[] }
    const take = (delta: Delta) => {
      if (typeof delta?.content === 'string' && delta.content !== '') {
        turn.text += delta.content
        onText(delta.content)
      }
      for (const [at, part] of (Array.isArray(delta?.tool_calls) ? delta.tool_calls : []).entries()) {
        const index = typeof part?.index === 'number' && Number.isInteger(part.index) ? part.index : at
        if (index < 0 || index > 15) continue
        turn.calls[index] ??= { id: '', name: '', arguments: '' }
        const call = turn.calls[index]
        if (typeof part.id === 'string') call.id = part.id
        if (typeof part.function?.name === 'string') call.name += part.function.name
        if (typeof part.function?.arguments === 'string') call.arguments += part.function.arguments
      }
    }
    const streamed = answer.headers.get('content-type')?.includes('text/event-stream') ?? false
    const decoder = new TextDecoder()
    let size = 0
    let rest = ''
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      heard()
      size += chunk.length
      if (size > mostBytes) throw new Error('The model sends too much.')
      rest += decoder.decode(chunk, { stream: true })
      if (!streamed) continue
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const data = line.startsWith('data:') ? line.slice(5).trim() : ''
        if (data && data !== '[DONE]') take(JSON.parse(data)?.choices?.[0]?.delta)
      }
    }
    if (!streamed) take(JSON.parse(rest)?.choices?.[0]?.message)
    turn.calls = turn.calls.filter((call) => call?.name)
    if (turn.text.trim() === '' && turn.calls.length === 0) throw new Error('The model said nothing.')
    return turn
  } finally {
    clearTimeout(timer)
  }
}
