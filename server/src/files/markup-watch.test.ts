import { expect, test } from 'vitest'
import { longestMark, markupWatch } from './markup-watch.ts'

/** Whether a text passes, in pieces of this many bytes. */
const isTaken = (text: string, pieceBytes: number) => {
  const watch = markupWatch()
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceBytes) if (!watch(bytes.subarray(at, at + pieceBytes))) return false
  return true
}
const long = 'x'.repeat(longestMark)

test.each([
  ['a comment without an end', `<a><!--${long}`, false],
  ['comments within a comment', `<a>${'<!--'.repeat(longestMark / 2)}`, false],
  ['a long comment', `<a><!--${long}--></a>`, false],
  ['a CDATA section', `<a><![CDATA[${'<b>'.repeat(longestMark)}]]></a>`, false],
  ['a declaration', `<!DOCTYPE ${long}><a/>`, false],
  ['an instruction', `<?xml ${long}?><a/>`, false],
  ['a closing tag', `<a></a${long}>`, false],
  ['a quoted value that never ends', `<a b="${'<c d=1>'.repeat(longestMark)}`, false],
  ['long text between short marks', `<a>${long}${long}<b c=">"/><!-- > --><![CDATA[ ]] > ]]></a>`, true],
  ['very many short marks', '<a b="1"/>'.repeat(longestMark), true],
])('%s is found in pieces of any size', (_, text, taken) => {
  for (const pieceBytes of [1000, 16_384, text.length]) expect(isTaken(text, pieceBytes)).toBe(taken)
})
