import type { ExtractData } from '@usance/wire/ocr/calls'
import { expect, test } from 'vitest'
import { unsoundText } from '../../http/sound-text.ts'
import { storable } from './read-file.ts'

test('a mail with the character 0, or cut in the middle of a character, is kept without them', () => {
  const mail = { subject: 'Order\0 12', from: 'a@b.test', recipients: [], body: `${'x'.repeat(19_999)}\ud83d`, sentAt: null }
  const reading = { schemaCode: 'PO', readFrom: 'MAIL', fileName: 'a.msg', pages: [], fields: [], lines: [], checks: [], mail }
  const kept = storable(reading as unknown as ExtractData)
  expect(unsoundText(kept)).toBeUndefined()
  expect(kept.mail).toMatchObject({ subject: 'Order 12', body: 'x'.repeat(19_999), recipients: [] })
  expect(kept.pages).toEqual([])
})
