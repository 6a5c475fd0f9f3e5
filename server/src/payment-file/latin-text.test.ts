import { expect, test } from 'vitest'
import { latinNameOf, latinText } from './latin-text.ts'

test.each([
  ['Société Générale', 'Societe Generale'],
  ['Ørsted & Søn A/S', 'Orsted + Son A/S'],
  ['Großhandel “Łódź” №1', 'Grosshandel .Lodz. No1'],
  ['杭州（Hangzhou）', undefined],
  ['Ｈａｎｇｚｈｏｕ（１）', 'Hangzhou(1)'],
  ['Газпром', undefined],
])('%s is written %s', (text, written) => {
  expect(latinText(text)).toBe(written)
})

test('of several names the first that Latin letters can write is taken, and never an empty one', () => {
  expect(latinNameOf('杭州联合纺织有限公司', ' ', null, 'Hangzhou Lianhe Textile Co., Ltd.')).toBe(
    'Hangzhou Lianhe Textile Co., Ltd.',
  )
  expect(latinNameOf('杭州联合纺织有限公司', undefined)).toBeUndefined()
})
