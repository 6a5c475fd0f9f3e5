import type { Expected } from './expected.ts'

export type Answer = { text: string; links: { to: string }[]; conversationId?: string | undefined }
export type Verdict = 'right' | 'declined' | 'wrong'

/** What a plain “I cannot answer that” looks like, in both languages. */
const declining =
  /do not know|cannot|can’t|not able|find no|nobody called|change nothing|not advice|from nothing else|do not convert|not shown|nobody|无法|不能|没有找到|不会更改|不提供|不作|不显示/
const figure = /[A-Z]{3} \d/

/** Whether an answer holds; a plain “I do not know” in place of a figure is told apart from a wrong one. */
export function judge(expected: Expected, answer: Answer): { verdict: Verdict; fault?: string } {
  const fault = faultOf(expected, answer)
  if (!fault) return { verdict: 'right' }
  return { verdict: declining.test(answer.text) && !figure.test(answer.text) ? 'declined' : 'wrong', fault }
}

function faultOf(expected: Expected, answer: Answer): string | undefined {
  if (answer.text.startsWith('refused:')) return 'refused'
  const missing = (expected.all ?? []).find((fragment) => !answer.text.includes(fragment))
  if (missing !== undefined) return `“${missing}” is missing`
  const told = (expected.none ?? []).find((fragment) => answer.text.includes(fragment))
  if (told !== undefined) return `“${told}” may not be told`
  if (expected.any && !expected.any.some((fragment) => answer.text.includes(fragment)))
    return `none of ${expected.any.slice(0, 3).join(' | ')}`
  if (expected.link && !answer.links.some(({ to }) => expected.link!.test(to))) return `no link to ${expected.link.source}`
  if (expected.noFigures && /\d{2,}/.test(answer.text)) return 'a figure where none is known'
  if (expected.declines && !declining.test(answer.text)) return 'it does not say that it cannot'
  if (expected.declines && figure.test(answer.text)) return 'an amount where none may be told'
  return undefined
}
