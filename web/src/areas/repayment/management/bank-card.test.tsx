import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadPortalTexts } from '../../../i18n/load-area.ts'
import { BankCard, type CardChoice } from './bank-card.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

let purpose = 'COLLECTION'
const account = (id: string) => ({
  id,
  status: 'ENABLE',
  currency: 'USD',
  purpose,
  accountName: id,
  bankName: id,
  bankNameEn: id,
  bankCode: id,
  bankAccount: id,
})
/** The accounts of each company, as the server has them now; none where it fails. */
let accounts: Record<string, string[] | undefined>
beforeEach(() => {
  purpose = 'COLLECTION'
  accounts = { ELM: ['first', 'second'], OAK: ['other'] }
  send.mockImplementation(async (_call: unknown, { body }: { body: { companyCodes: string[] } }) => {
    const ids = accounts[body.companyCodes[0]!]
    if (!ids) throw new Error('down')
    return [{ companyRoleFunder: { companyFunderBankAccountDtos: ids.map(account) } }]
  })
})

let held: CardChoice | undefined
/** What somebody does as soon as the form holds an account: in the same commit, before any effect of the card has run. */
let atOnce: ((held: CardChoice) => void) | undefined
beforeEach(() => {
  atOnce = undefined
})
function Receipt({ brought }: { brought?: CardChoice }) {
  const [company, setCompany] = useState('ELM')
  const [value, onChange] = useState<CardChoice | undefined>(brought)
  held = value
  useLayoutEffect(() => {
    if (value) atOnce?.(value)
  }, [value])
  return (
    <>
      <button type="button" onClick={() => setCompany(company === 'ELM' ? 'OAK' : 'ELM')}>
        other company
      </button>
      <BankCard companyCode={company} currency="USD" value={value} onChange={onChange} />
    </>
  )
}
const draw = (brought?: CardChoice) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <Receipt {...(brought ? { brought } : {})} />
    </QueryClientProvider>,
  )
  const askAnew = async (now: typeof accounts) => {
    accounts = { ...accounts, ...now }
    await act(() => queries.refetchQueries())
  }
  return askAnew
}
const choose = (id: string) => fireEvent.click(screen.getByRole('radio', { name: new RegExp(`${id}$`) }))
const stands = (id: string | undefined) => waitFor(() => expect(held?.bankAccountId).toBe(id))

test('an account that was chosen stays when the list comes anew in another order', async () => {
  const askAnew = draw()
  await stands('first')
  choose('second')
  await askAnew({ ELM: ['third', 'first', 'second'] })
  await stands('second')
})

test('an account that is chosen before the card has settled on its first one stays', async () => {
  atOnce = () => {
    atOnce = undefined
    screen.getByRole('radio', { name: /second$/ }).click()
  }
  const askAnew = draw()
  await stands('second')
  await askAnew({ ELM: ['first', 'second'] })
  await stands('second')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /second$/ }).checked).toBe(true)
})

test('an account that is not offered any more is none, and never another one', async () => {
  const askAnew = draw()
  await stands('first')
  choose('second')
  await askAnew({ ELM: ['first'] })
  await stands(undefined)
  await askAnew({ ELM: ['first', 'second'] })
  await stands('second')
})

test('a list that cannot be asked for offers none, and the chosen account is back with the list', async () => {
  const askAnew = draw()
  await stands('first')
  choose('second')
  await askAnew({ ELM: undefined })
  await stands(undefined)
  await askAnew({ ELM: ['first', 'second'] })
  await stands('second')
})

test('an account that came with the form is kept, and another company begins with its first', async () => {
  draw({ bankAccountId: 'second', fundSource: 'COLLECTION' })
  await screen.findByRole('radio', { name: /second$/ })
  await stands('second')
  fireEvent.click(screen.getByText('other company'))
  await stands('other')
  fireEvent.click(screen.getByText('other company'))
  await stands('second')
})

test('an account of both uses is one row, and money on it pays all that is owed', async () => {
  purpose = 'BOTH'
  accounts = { ELM: ['first'] }
  draw()
  await stands('first')
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(held?.fundSource).toBe('COLLECTION')
})
