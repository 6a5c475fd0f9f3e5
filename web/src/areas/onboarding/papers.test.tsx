import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { Papers } from './papers.tsx'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('onboarding')
})
afterEach(cleanup)

test('a company is told which documents its checks require before it hands them in', () => {
  render(<Papers papers={[]} fixed={false} onChange={() => {}} />)
  const kinds = ['Certificate of registration', 'Articles of association', 'Identity documents', 'Other documents']
  const required = kinds.filter((kind) =>
    screen.getByText(kind, { selector: 'strong' }).parentElement?.textContent?.includes('· required'),
  )
  expect(required).toEqual(['Certificate of registration', 'Identity documents'])
})
