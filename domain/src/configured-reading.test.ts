import { describe, expect, test } from 'vitest'
import { readingFaultsOf, readingFieldsOf, readingOf, schemaCodeOf, withReading } from './configured-reading.ts'
import type { FieldConfig } from './dynamic-form.ts'

const field = (name: string, more: Partial<FieldConfig> = {}): FieldConfig => ({ type: 'number', name, label: {}, ...more })

describe('the fields that are read from a document', () => {
  test('stand in the stored order, with what was built in since at the end and one’s own among them', () => {
    const stored = [field('own', { orderBy: 1, type: 'text' }), field('date', { orderBy: 2, type: 'amount' })]
    const all = readingFieldsOf([field('no'), field('date', { type: 'date' })], stored)
    expect(all.map(({ name, type, orderBy }) => [name, type, orderBy])).toEqual([
      ['own', 'text', 1],
      ['date', 'date', 2],
      ['no', 'number', 3],
    ])
  })

  test('are needed, taken where they are printed, or left alone', () => {
    for (const reading of ['MUST', 'PRINTED', 'NOT_READ'] as const)
      expect(readingOf(withReading(field('no'), reading))).toBe(reading)
  })

  test.each([
    ['nothing stored', [], []],
    ['a further word', [field('no', { words: ['Beleg Nr'] })], []],
    ['a field of one’s own without a word', [field('own')], ['own: WORDS']],
    ['a field of one’s own of a kind nobody can read', [field('own', { type: 'boolean', words: ['Own'] })], ['own: KIND']],
    ['a word of signs alone', [field('no', { words: ['—'] })], ['no: WORDS']],
    [
      'more words than are kept',
      [field('no', { words: Array.from({ length: 41 }, (_, at) => `No ${at}`) })],
      ['no: TOO_MANY_WORDS'],
    ],
    ['a word that is too long', [field('no', { notWords: ['n'.repeat(61)] })], ['no: TOO_MANY_WORDS']],
    ['one field twice', [field('no'), field('no')], ['no: TWICE']],
    ['nothing left to read', [field('no', { require: 2 }), field('date', { require: 2 })], ['NO_FIELD']],
  ])('with %s have these faults', (_, stored, faults) => {
    expect(readingFaultsOf(['no', 'date'], stored)).toEqual(faults)
  })

  test('belong to the document kind that their name says', () => {
    expect([schemaCodeOf('READ_INVOICE'), schemaCodeOf('SHIPMENT_FORM'), schemaCodeOf('READ_')]).toEqual([
      'INVOICE',
      undefined,
      undefined,
    ])
  })
})
