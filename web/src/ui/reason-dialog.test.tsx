import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../http/refused.ts'
import { startTexts } from '../i18n/i18n.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const keyboard = vi.hoisted(() => ({ isSame: true }))
vi.mock('../session/mismatch.ts', () => ({ sameUser: async () => keyboard.isSame }))

beforeAll(() => startTexts())
afterEach(() => {
  cleanup()
  keyboard.isSame = true
})

const field = () => screen.getByRole('textbox') as HTMLTextAreaElement
const dialog = (open: boolean, onSubmit: (reason: string) => Promise<unknown>) => (
  <ReasonDialog open={open} title="Return" ok="Return" onClose={() => {}} onSubmit={onSubmit} />
)

test('a reason that was not sent is not there for what is asked next', () => {
  const { rerender } = render(dialog(true, vi.fn()))
  fireEvent.change(field(), { target: { value: 'Billed to the wrong store' } })
  rerender(dialog(false, vi.fn()))
  rerender(dialog(true, vi.fn()))
  expect(field().value).toBe('')
})

test('a blank reason is not sent; one that is refused stays, and can be sent again', async () => {
  const submit = vi.fn().mockRejectedValueOnce(new Refused(20203, 'stale')).mockResolvedValue(undefined)
  render(dialog(true, submit))
  const send = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Return' })))
  await send()
  expect(submit).not.toHaveBeenCalled()
  fireEvent.change(field(), { target: { value: ' Billed twice ' } })
  await send()
  expect(field().value).toBe(' Billed twice ')
  await send()
  expect(submit.mock.calls).toEqual([['Billed twice'], ['Billed twice']])
})

test('a reason is not sent once somebody else has signed in', async () => {
  keyboard.isSame = false
  const submit = vi.fn()
  render(dialog(true, submit))
  fireEvent.change(field(), { target: { value: 'Billed twice' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Return' })))
  expect(submit).not.toHaveBeenCalled()
  expect(field().value).toBe('Billed twice')
})
