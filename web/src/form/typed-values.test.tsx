import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, t } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { withApplied } from '../list/search-form.tsx'
import { StaleBanner } from '../shell/stale-banner.tsx'
import { Answered } from '../ui/answered.tsx'
import { DynamicFields } from './dynamic-form.tsx'
import { TextField } from './fields.tsx'
import { useBeginning } from './use-beginning.ts'
import { useSuggestion } from './use-suggestion.ts'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

const company = ['company']
type Company = { name: string; version: number }

/** A page with a question of its own, and one with a form that begins with the answer. */
function draw(answer: () => Promise<Company>) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  function FormPage() {
    const query = useQuery({ queryKey: company, queryFn: answer })
    const found = useBeginning(query)
    return (
      <Answered question={found}>
        {({ name, version }) => <input aria-label={`version ${version}`} defaultValue={name} />}
      </Answered>
    )
  }
  function Detail() {
    const query = useQuery({ queryKey: company, queryFn: answer })
    return <Answered question={query}>{({ name }) => <p>{`Now ${name}`}</p>}</Answered>
  }
  render(
    <QueryClientProvider client={queries}>
      <StaleBanner />
      <FormPage />
      <Detail />
    </QueryClientProvider>,
  )
  return queries
}

test('a failed refetch leaves page and form as they are, says so, and is repeated when asked', async () => {
  const answer = vi.fn(async (): Promise<Company> => ({ name: 'Alder', version: 1 }))
  const queries = draw(answer)
  fireEvent.change(await screen.findByLabelText('version 1'), { target: { value: 'Alder Works' } })
  answer.mockRejectedValueOnce(new Error('The connection was lost'))
  await act(() => queries.invalidateQueries({ queryKey: company }))
  expect(screen.getByLabelText<HTMLInputElement>('version 1').value).toBe('Alder Works')
  expect(screen.getByText('Now Alder')).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain(t('common.error.stale'))
  answer.mockResolvedValue({ name: 'Birch', version: 2 })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: t('common.retry') })))
  await screen.findByText('Now Birch')
  expect(screen.queryByRole('status')).toBeNull()
})

test('a form keeps the record and the version that it began with when the record is loaded again', async () => {
  const answer = vi.fn(async (): Promise<Company> => ({ name: 'Alder', version: 1 }))
  const queries = draw(answer)
  fireEvent.change(await screen.findByLabelText('version 1'), { target: { value: 'Alder Works' } })
  answer.mockResolvedValue({ name: 'Birch', version: 2 })
  await act(() => queries.invalidateQueries({ queryKey: company }))
  await screen.findByText('Now Birch')
  expect(screen.getByLabelText<HTMLInputElement>('version 1').value).toBe('Alder Works')
})

test('a form begins with the loaded record, not with one of the cache that is being loaded again', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queries.setQueryData(company, { name: 'Old', version: 1 }, { updatedAt: 0 })
  function FormPage() {
    const query = useQuery({ queryKey: company, queryFn: async () => ({ name: 'Alder', version: 2 }), staleTime: 0 })
    const found = useBeginning(query)
    return <Answered question={found}>{({ version }) => <p>{`version ${version}`}</p>}</Answered>
  }
  render(
    <QueryClientProvider client={queries}>
      <FormPage />
    </QueryClientProvider>,
  )
  expect(screen.queryByText('version 1')).toBeNull()
  await screen.findByText('version 2')
})

test('a suggestion follows the choice until the field is typed into', async () => {
  function TermForm() {
    const [form] = Form.useForm<{ term: string }>()
    const suggest = useSuggestion(form, 'term')
    return (
      <Form form={form}>
        <TextField name="term" label="Term" />
        <button type="button" onClick={() => suggest('60')}>
          Cedar
        </button>
        <button type="button" onClick={() => suggest('90')}>
          Elm
        </button>
      </Form>
    )
  }
  render(<TermForm />)
  const term = () => screen.getByLabelText<HTMLInputElement>('Term').value
  const choose = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await choose('Cedar')
  expect(term()).toBe('60')
  await choose('Elm')
  expect(term()).toBe('90')
  fireEvent.change(screen.getByLabelText('Term'), { target: { value: '45' } })
  await choose('Cedar')
  expect(term()).toBe('45')
})

test('a default that was cleared stays empty when another field changes the form', async () => {
  const fields: FieldConfig[] = [
    { name: 'use', label: 'Use', type: 'radio', value: 'STOCK', options: [{ value: 'STOCK', label: 'Stock' }] },
    { name: 'goods', label: 'Goods', type: 'text' },
    {
      name: 'port',
      label: 'Port',
      type: 'text',
      value: 'Antwerp',
      require: { field: 'goods', express: 'eq', value: 'steel', if: 0, else: 2 },
    },
  ]
  function IntentForm() {
    const [form] = Form.useForm()
    return (
      <Form form={form}>
        <DynamicFields fields={fields} form={form} />
      </Form>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IntentForm />
    </QueryClientProvider>,
  )
  const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
  const use = () => screen.getByLabelText<HTMLInputElement>('Stock')
  await waitFor(() => expect(use().checked).toBe(true))
  fireEvent.click(use())
  expect(use().checked).toBe(false)
  fireEvent.change(screen.getByLabelText('Goods'), { target: { value: 'steel' } })
  await waitFor(() => expect(value('Port')).toBe('Antwerp'))
  expect(use().checked).toBe(false)
})

test('conditions that are typed and not yet searched for outlive a sort and the filter of another column', () => {
  const typed = { no: 'INV-7', buyer: 'Cedar' }
  expect(withApplied(typed, {}, {})).toEqual(typed)
  expect(withApplied(typed, {}, { status: ['PAID'] })).toEqual({ ...typed, status: ['PAID'] })
  expect(withApplied({ ...typed, status: ['PAID'] }, { status: ['PAID'] }, {})).toEqual(typed)
})
