import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { leaveForLogin } from '../session/leave.ts'
import { useKeptForm } from './kept.ts'

const who = { id: 'ann' }
vi.mock('../session/session.ts', () => ({ useMaybeSession: () => ({ user: who }) }))

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener() {}, removeListener() {} }))
  vi.stubGlobal('location', { pathname: '/people/add', search: '', hash: '', assign: vi.fn() })
  await startTexts()
})
afterEach(cleanup)

function Person() {
  const [form] = Form.useForm()
  useKeptForm(form, true)
  return (
    <Form form={form} initialValues={{ name: 'nobody' }}>
      <Form.Item name="name">
        <input aria-label="name" />
      </Form.Item>
    </Form>
  )
}
const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

test('what was typed when the session ended is back once, for the same user at the same address, and for nobody else', () => {
  render(<Person />)
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Bea' } })
  leaveForLogin()
  cleanup()
  who.id = 'ben'
  render(<Person />)
  expect(shownIn('name')).toBe('nobody')
  cleanup()
  who.id = 'ann'
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
})
