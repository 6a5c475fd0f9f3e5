import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ChainResult } from './chain-result.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)

describe('the check of the chain', () => {
  test('is called whole where the head outside the database was compared', () => {
    render(<ChainResult checked={1200} broken={null} outside="HEAD" />)
    expect(screen.getByRole('status').textContent).toBe('Whole: 1,200 entries computed again')
  })

  test.each([
    ['MISSING', 'is missing'],
    ['DAMAGED', 'is damaged'],
  ] as const)('is not called whole where the head outside the database is %s', (outside, told) => {
    render(<ChainResult checked={1200} broken={null} outside={outside} />)
    const said = screen.getByRole('status').textContent
    expect(said).not.toMatch(/whole/i)
    expect(said).toContain('1,200 entries computed again')
    expect(said).toContain(told)
    expect(said).toContain('would not be seen')
  })

  test('tells a fault and a damaged head together', () => {
    render(<ChainResult checked={7} broken="entry 8 was changed" outside="DAMAGED" />)
    const said = screen.getByRole('status').textContent
    expect(said).toContain('Broken: entry 8 was changed')
    expect(said).toContain('is damaged')
  })
})
