import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as client from '../http/client.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { BankCodeField } from './search-fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a bank is looked up once, a tenth of a second after the last key, and the picked one is handed on', async () => {
  vi.useFakeTimers()
  const lookup = vi
    .spyOn(client, 'send')
    .mockResolvedValue([{ swiftCode: 'DBSSSGSG', combBankName: 'DBS Bank', combBankNameLocal: '星展银行' }] as never)
  const picked: string[] = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form>
        <BankCodeField name="bankCode" label="Bank" onPick={(bank) => picked.push(bank.combBankName)} />
      </Form>
    </QueryClientProvider>,
  )
  const box = screen.getByRole('combobox')
  for (const typed of ['db', 'dbs', 'dbs b']) {
    fireEvent.change(box, { target: { value: typed } })
    await act(() => vi.advanceTimersByTimeAsync(60))
  }
  expect(lookup).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(60))
  expect(lookup).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(50))
  fireEvent.click(screen.getByText('DBS Bank (DBSSSGSG)', { selector: '.ant-select-item-option-content' }))
  expect(picked).toEqual(['DBS Bank'])
  expect((box as HTMLInputElement).value).toBe('DBSSSGSG')
})
