import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { ReasonChoiceDialog, reasonText, reasonValues } from './reason-choice.tsx'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('trading')
})
afterEach(cleanup)

test('a usual reason is sent in its words, an own one as typed, and both are found again when it is sent back', () => {
  expect(reasonText('dispute', { reason: 'TWICE' }, t)).toBe('Invoiced twice')
  expect(reasonText('dispute', { reason: 'OTHER', reasonOther: ' Late ' }, t)).toBe('Late')
  expect(reasonText('adjustment', {}, t)).toBe('')
  expect(reasonValues('adjustment', 'Goods returned', t)).toEqual({ reason: 'RETURNED' })
  expect(reasonValues('adjustment', 'Late', t)).toEqual({ reason: 'OTHER', reasonOther: 'Late' })
  expect(reasonValues('adjustment', null, t)).toEqual({})
})

test('a dispute is not sent without a reason, and "other" asks for the words', async () => {
  const send = vi.fn(async () => true)
  render(<ReasonChoiceDialog title="Dispute" ok="Send it" about={null} kept="x" onClose={() => {}} onSubmit={send} />)
  const press = () => fireEvent.click(screen.getByText('Send it'))
  press()
  await waitFor(() => expect(screen.getByText('Please select reason')).toBeTruthy())
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByText('Other'))
  await screen.findByLabelText('Reason Other')
  press()
  await waitFor(() => expect(screen.getByText('Please input reason')).toBeTruthy())
  expect(send).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Reason Other'), { target: { value: 'The ship sank' } })
  press()
  await waitFor(() => expect(send).toHaveBeenCalledWith('The ship sank'))
})
