import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { giveUp, leaveForLogin } from '../session/leave.ts'
import { useKeptForm, useTyped, useTypedParts } from './kept.ts'
import { stubWindow } from './window-stub.fixture.ts'

const who = { id: 'ann', companyId: 'birch' }
const notified = vi.hoisted(() => vi.fn())
vi.mock('../ui/notice.ts', () => ({ notify: notified }))
vi.mock('../session/session.ts', () => ({ useMaybeSession: () => ({ user: who }) }))

beforeAll(async () => {
  stubWindow()
  vi.stubGlobal('location', { pathname: '/people/add', search: '', hash: '', assign: vi.fn() })
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

function Person({ part = '', version = 1, title = 'none' }) {
  const [form] = Form.useForm()
  useKeptForm(form, { part, version })
  return (
    <Form form={form} initialValues={{ name: 'nobody', title }}>
      <Form.Item name="name">
        <input aria-label={`name${part}`} />
      </Form.Item>
      <Form.Item name="title">
        <input aria-label={`title${part}`} />
      </Form.Item>
    </Form>
  )
}
const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

test('what was typed when the session ended is back once, for the same user and company at the same address, and for nobody else', () => {
  render(
    <>
      <Person />
      <Person part=" of adjustment 7" />
    </>,
  )
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Bea' } })
  fireEvent.change(screen.getByLabelText('name of adjustment 7'), { target: { value: 'Cem' } })
  leaveForLogin()
  cleanup()
  who.id = 'ben'
  render(<Person />)
  expect(shownIn('name')).toBe('nobody')
  cleanup()
  who.id = 'ann'
  who.companyId = 'cedar'
  render(<Person />)
  expect(shownIn('name')).toBe('nobody')
  cleanup()
  who.companyId = 'birch'
  location.pathname = '/people/add-another'
  render(<Person />)
  expect(shownIn('name')).toBe('nobody')
  cleanup()
  location.pathname = '/people/add'
  render(<Person />)
  expect(shownIn('name')).toBe('Bea')
  cleanup()
  render(<Person />)
  expect(shownIn('name')).toBe('nobody')
  cleanup()
  // The form of a dialog is its own: only the dialog about the same thing has it back.
  render(<Person part=" of adjustment 8" />)
  expect(shownIn('name of adjustment 8')).toBe('nobody')
  cleanup()
  render(<Person part=" of adjustment 7" />)
  expect(shownIn('name of adjustment 7')).toBe('Cem')
})

test('what comes back over a newer version leaves what somebody else changed, and says to compare', () => {
  location.pathname = '/people/edit'
  render(<Person version={1} title="reader" />)
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Bea' } })
  giveUp()
  cleanup()
  notified.mockClear()
  render(<Person version={2} title="writer" />)
  expect([shownIn('name'), shownIn('title')]).toEqual(['Bea', 'writer'])
  expect(notified.mock.calls).toEqual([['warning', expect.stringContaining('Somebody has changed')]])
  // Also what is back is kept when the session ends again, with an emptied field empty.
  fireEvent.change(screen.getByLabelText('title'), { target: { value: '' } })
  giveUp()
  cleanup()
  notified.mockClear()
  render(<Person version={2} title="writer" />)
  expect([shownIn('name'), shownIn('title')]).toEqual(['Bea', ''])
  expect(notified.mock.calls).toEqual([['info', expect.stringContaining('is back in the form')]])
})

function Panel({ order = 'FO-1', isSent = false }) {
  const [comment, setComment] = useTyped('', { part: `comment ${order}`, wanted: !isSent })
  const [parts, setParts] = useTypedParts<Record<string, string>>({ fee: '1' }, { part: `parts ${order}` })
  const field = (name: string) => (
    <input aria-label={name} value={parts[name] ?? ''} onChange={(event) => setParts({ ...parts, [name]: event.target.value })} />
  )
  return (
    <>
      <input aria-label="comment" value={comment} onChange={(event) => setComment(event.target.value)} />
      {field('fee')}
      {field('interest')}
    </>
  )
}

test('what a page holds itself is back like that of a form, each field where it was typed and nothing that was sent', () => {
  location.pathname = '/orders'
  const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
  const shown = () => ['comment', 'fee', 'interest'].map(shownIn)
  render(<Panel />)
  type('comment', 'Late again')
  type('interest', '20')
  giveUp()
  cleanup()
  render(<Panel order="FO-2" />)
  expect(shown()).toEqual(['', '1', ''])
  giveUp()
  cleanup()
  notified.mockClear()
  render(<Panel />)
  expect(shown()).toEqual(['Late again', '1', '20'])
  expect(notified).toHaveBeenCalledWith('info', expect.stringContaining('is back in the form'))
  cleanup()
  render(<Panel />)
  expect(shown()).toEqual(['', '1', ''])
  type('comment', 'Sent')
  cleanup()
  render(<Panel isSent />)
  type('comment', 'Sent')
  giveUp()
  cleanup()
  render(<Panel />)
  expect(shown()).toEqual(['', '1', ''])
})
