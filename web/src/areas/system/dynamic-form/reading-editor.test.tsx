import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ReadingEditor } from './reading-editor.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('configuration')
  await loadAreaTexts('ocr')
})
afterEach(cleanup)
let held: FieldConfig[] = []
function One() {
  const [fields, set] = useState<FieldConfig[]>([{ type: 'text', name: 'own1', label: {}, require: 0, words: [], notWords: [] }])
  held = fields
  return <ReadingEditor fields={fields} disabled={false} setFields={set} />
}
test('a field takes every line of its box, and tells when there are more than can be saved', () => {
  render(<One />)
  const box = document.querySelector('textarea') ?? expect.fail('no box')
  const long = 'Number of the contract of sale and delivery under which the goods are paid'
  const lines = [long, ...Array.from({ length: 45 }, (_, at) => `word ${at}`)]
  fireEvent.change(box, { target: { value: lines.join('\n') } })
  expect(held[0]?.words).toEqual(lines)
  const told = t('dynamicForm.wordsAtMost', { lines: 40, letters: 60 })
  expect(screen.getByRole('alert').textContent).toBe(told)
  fireEvent.change(box, { target: { value: 'Contract no.' } })
  expect(screen.queryByRole('alert')).toBeNull()
})
