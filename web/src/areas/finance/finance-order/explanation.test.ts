import { beforeAll, expect, test } from 'vitest'
import { areaTexts } from '../../../i18n/areas.ts'
import { layOver } from '../../../i18n/texts.ts'
import { figureOf } from './explanation.ts'

beforeAll(async () => layOver('en-US', (await areaTexts.finance['en-US']()).default))

const figure = {
  key: 'interest',
  formula: 'applyAmount × rate × days',
  inputs: [
    { name: 'applyAmount', value: '45950.34', unit: 'USD' },
    { name: 'rate', value: '6.6300', unit: 'PERCENT' },
    { name: 'days', value: '1060', unit: 'DAYS' },
    { name: 'fundingDate', value: '2026-11-23', unit: 'DATE' },
  ],
  rounding: { mode: 'HALF_UP', scale: 2 },
  unrounded: '8973.3347983333',
  result: '8973.33',
  unit: 'USD',
} as const

test('an explanation shows each figure in the usual format of its kind, and drops no decimal', () => {
  const { inputs, unrounded, result } = figureOf([figure as never], 'interest')!
  expect(inputs.map(({ value, unit }) => `${value} ${unit}`.trim())).toEqual([
    '45,950.34 USD',
    '6.63%',
    '1,060 days',
    '2026/11/23',
  ])
  expect([unrounded, result]).toEqual(['8,973.3347983333', '8,973.33 USD'])
})

test('amounts have the decimals of their currency, percentages all that they were agreed with', () => {
  const shown = (value: string, unit: string) =>
    figureOf([{ ...figure, inputs: [{ name: 'net', value, unit }] }], 'interest')!.inputs[0]!.value
  expect([shown('1234567', 'JPY'), shown('1234.5', 'KWD'), shown('5', 'USD')]).toEqual(['1,234,567', '1,234.500', '5.00'])
  expect([shown('86.718356', 'PERCENT'), shown('12.5', 'PERCENT'), shown('0', 'PERCENT')]).toEqual([
    '86.718356%',
    '12.50%',
    '0.00%',
  ])
})

test('a sum names the document of each part, is written out, and lists how each part came about', () => {
  const part = (docId: string, result: string) => ({ ...figure, inputs: [...figure.inputs], docId, result })
  const inputOf = (value: string) => ({ name: 'interest', value, unit: 'USD' })
  const sum = (inputs: { name: string; value: string; unit: string; docId?: string }[]) => ({
    ...figure,
    formula: 'Σ items',
    inputs,
    rounding: null,
    unrounded: '904.33',
    result: '904.33',
  })
  const documents = [
    { docId: 'a', number: 'WA-0001' },
    { docId: 'b', number: 'WA-0002' },
  ]
  const parts = [part('a', '731.27'), part('b', '173.06')]
  const named = sum([
    { ...inputOf('731.27'), docId: 'a' },
    { ...inputOf('173.06'), docId: 'b' },
  ])
  // A price that was stored earlier names none of them.
  for (const total of [named, sum([inputOf('731.27'), inputOf('173.06')])]) {
    const shown = figureOf([...parts, total], 'interest', { documents })!
    expect(shown.formula).toBe('Sum of the documents')
    expect(shown.numbers).toBe('731.27 + 173.06')
    expect(shown.inputs.map(({ name, value }) => [name, value])).toEqual([
      ['WA-0001', '731.27'],
      ['WA-0002', '173.06'],
    ])
    expect(shown.parts?.map(({ name, explanation }) => [name, explanation.result, explanation.inputs[2]?.value])).toEqual([
      ['WA-0001', '731.27 USD', '1,060'],
      ['WA-0002', '173.06 USD', '1,060'],
    ])
  }
})
