import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Unreachable } from '../http/refused.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { noticeStore } from '../ui/notice.ts'
import { isUnsaved } from '../ui/unsaved.ts'
import { EditPage } from './edit-page.tsx'
import { TextField } from './fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

const history = { canGoBack: () => true, back: vi.fn() }
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  cleanup()
  history.back.mockClear()
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})

async function submit(answer: unknown, name = 'Ann', typed?: string) {
  const after = vi.fn()
  const onSubmit = vi.fn(async () => answer)
  const Page = () => {
    const [form] = Form.useForm<{ name: string }>()
    return (
      <EditPage title="Person" back="/people" form={form} initialValues={{ name }} onSubmit={onSubmit} after={after}>
        <TextField name="name" label="Name" required />
      </EditPage>
    )
  }
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  expect(container.querySelector('form')?.dataset.status).toBe('edit')
  if (typed) fireEvent.change(screen.getByLabelText('Name'), { target: { value: typed } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  return { after, onSubmit }
}

test('a form that was accepted says so, runs what follows once, and goes back', async () => {
  const { after } = await submit(true)
  await waitFor(() => expect(history.back).toHaveBeenCalledTimes(1))
  expect(noticeStore.current().map(({ tone, title }) => [tone, title])).toEqual([['success', 'Done']])
  expect(after).toHaveBeenCalledTimes(1)
})

test.each([false, undefined, 'ok', 1])(
  'an answer of %j is not the word "true": the page stays and says nothing',
  async (answer) => {
    const { after, onSubmit } = await submit(answer)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([history.back.mock.calls.length, after.mock.calls.length, noticeStore.current()]).toEqual([0, 0, []])
  },
)

test('a sent form that leads to another page asks no question there and shows no notice here', async () => {
  const asked: boolean[] = []
  await submit(() => asked.push(isUnsaved()), 'Ann', 'Anne')
  await waitFor(() => expect(asked).toEqual([false]))
  expect([history.back.mock.calls.length, noticeStore.current()]).toEqual([0, []])
})

test('a refused form still asks before it is left', async () => {
  const { onSubmit } = await submit(false, 'Ann', 'Anne')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  expect(isUnsaved()).toBe(true)
})

test('a blank name is not sent; the field says what it wants', async () => {
  const { onSubmit } = await submit(true, '   ')
  expect(await screen.findByText('Please input name')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('what sending throws is told at the button until a value changes, and the page stays', async () => {
  const { onSubmit } = await submit(Promise.reject(new Unreachable('network')), 'Ann', 'Anne')
  await screen.findByText(/We cannot reach the server/)
  expect([onSubmit.mock.calls.length, history.back.mock.calls.length, noticeStore.current(), isUnsaved()]).toEqual([
    1,
    0,
    [],
    true,
  ])
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Anna' } })
  await waitFor(() => expect(screen.queryByText(/We cannot reach the server/)).toBeNull())
})
