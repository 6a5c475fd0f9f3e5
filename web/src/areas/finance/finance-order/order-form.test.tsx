import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mostBuyersListed, mostOrdersListed } from '@usance/wire/finance-order/calls'
import { mostDocuments } from '@usance/wire/finance-order/trial'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Kit } from '../../../form/kit.tsx'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { isUnsaved } from '../../../ui/unsaved.ts'
import { OrderForm } from './order-form.tsx'
import type { Start } from './order-start.ts'

type Body = {
  poIds?: string[]
  buyerName?: string
  poNo?: string
  buyerCode?: string
  financingProductId: string
  currency: string
  fundingDate?: string
  ids?: string[]
  pageNum?: number
  pageSize: number
}
let offered: Record<string, { number: string; currency?: string; open?: boolean; unfit?: string; from?: string }> = {}
let held: Promise<void> | undefined
const documents = async ({ financingProductId, currency, fundingDate = '', ids, pageNum = 1, pageSize }: Body) => {
  if (currency === 'JPY') await held
  const all = Object.entries(offered).filter(([id, one]) =>
    ids ? ids.includes(id) : one.open !== false && (one.currency ?? 'USD') === currency,
  )
  const list = all.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(([id, { number, unfit, from = '' }]) => ({
    id,
    number,
    buyerName: 'Birch',
    dueDate: '2026-12-01',
    amount: '100.00',
    maxAdvance: '90.00',
    selectable: unfit !== financingProductId && from <= fundingDate,
    reasons: unfit === financingProductId ? ['TENOR'] : [],
  }))
  return { pageNum, pageSize, total: all.length, list }
}
const product = { nameCn: '', currencies: ['USD', 'JPY'], advanceRate: '0.9', baseRateType: null, margin: '1', funderName: 'Elm' }
const answers: Record<string, (body: Body) => unknown> = {
  invoiceList: documents,
  availableFinanceProductList: () => ['A', 'B'].map((id) => ({ ...product, id, name: `Product ${id}` })),
  groups: () => [
    { groupKey: 'OTHER', attachmentEn: 'Other', attachmentCh: '', explainEn: '', explainCh: '', require: 0, stage: 'SUBMISSION' },
  ],
  availableBuye: () => [{ buyerCode: 'BIRCH', buyerName: 'Birch' }],
}
const dictionary = [{ grp: 'BASE_RATE_TYPE', dicKey: 'TERM_SOFR_3M', enValue: 'Term SOFR, 3 months', cnValue: '' }]
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: { path: string }, { body }: { body: Body }) =>
    (call.path.endsWith('/dict/list') ? dictionary : undefined) ??
    answers[call.path.split('/').at(-1)!]?.(body) ??
    (call.path.endsWith('trialCalculation') ? new Promise(() => {}) : []),
  sendParts: async () => {
    throw new Refused(20001, 'The supplier is on hold.')
  },
}))
vi.mock('./price-summary.tsx', () => ({ PriceSummary: () => <p>the price</p> }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
  useMaybeSession: () => ({ user: { id: 'ann', companyId: 'alder' } }),
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../shell/use-tracking.ts', () => ({ tell: () => {} }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
  useNavigate: () => vi.fn(),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
beforeEach(() => {
  held = undefined
})
afterEach(cleanup)

const start: Start = {
  currency: 'USD',
  buyerCode: 'BIRCH',
  productId: 'A',
  fundingDate: '2026-11-27',
  chosen: {},
  docType: 'INVOICE',
  payee: '',
  remark: '',
}
const open = (more: Partial<Start>, order?: ComponentProps<typeof OrderForm>['order']) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Kit>
        <OrderForm start={{ ...start, ...more }} order={order} today="2026-11-27" />
      </Kit>
    </QueryClientProvider>,
  )
// By its attribute: a table of hundreds of rows is slow to read by labels.
const found = (number: string) => document.querySelector<HTMLInputElement>(`[aria-label="Choose ${number}"]`)
const boxOf = (number: string) => waitFor(() => found(number) ?? expect.fail(`${number} is not there`))

test('an invoice that is chosen and does not fit another product can be taken out', async () => {
  offered = { one: { number: 'INV-1', unfit: 'B' }, two: { number: 'INV-2' } }
  open({ chosen: { one: '' } })
  expect((await boxOf('INV-1')).checked).toBe(true)
  fireEvent.click(screen.getByLabelText(/Product B/))
  await waitFor(async () => expect((await boxOf('INV-1')).closest('tr')?.className).toBe('is-off'))
  expect((await boxOf('INV-1')).disabled).toBe(false)
  fireEvent.click(await boxOf('INV-1'))
  expect((await boxOf('INV-1')).checked).toBe(false)
  expect((await boxOf('INV-1')).disabled).toBe(true)
})

test('an invoice is offered for the funding date that is chosen', async () => {
  offered = { one: { number: 'INV-1', from: '2026-12-07' } }
  open({})
  expect((await boxOf('INV-1')).disabled).toBe(true)
  cleanup()
  open({ fundingDate: '2026-12-08' })
  expect((await boxOf('INV-1')).disabled).toBe(false)
})

test('a product names its benchmark, and not the code of it', async () => {
  offered = {}
  const { availableFinanceProductList } = answers
  answers.availableFinanceProductList = () => [{ ...product, baseRateType: 'TERM_SOFR_3M', id: 'A', name: 'Product A' }]
  open({})
  expect(await screen.findByText(/Term SOFR, 3 months \+/)).toBeTruthy()
  expect(screen.queryByText(/TERM_SOFR_3M/)).toBeNull()
  answers.availableFinanceProductList = availableFinanceProductList!
})

test('more invoices than a page holds are counted and turned to; what is chosen stands on every page and can be taken out', async () => {
  offered = Object.fromEntries(Array.from({ length: 202 }, (_, n) => [`id${n}`, { number: `INV-${n}` }]))
  open({ chosen: { id201: '' } })
  expect((await boxOf('INV-0')).checked).toBe(false)
  expect(screen.getByText(/1.200.*202/)).toBeTruthy()
  expect((await boxOf('INV-201')).checked).toBe(true)
  fireEvent.click(await boxOf('INV-0'))
  fireEvent.click(document.querySelector('[aria-label="Next page"]')!)
  expect((await boxOf('INV-200')).checked).toBe(false)
  expect((await boxOf('INV-0')).checked).toBe(true)
  fireEvent.click(await boxOf('INV-201'))
  expect((await boxOf('INV-201')).checked).toBe(false)
})

test('a chosen invoice that is not offered any more stands there to be taken out', async () => {
  offered = { two: { number: 'INV-2' } }
  open({ chosen: { gone: '' } })
  fireEvent.click(await boxOf('A document that was chosen'))
  await waitFor(() => expect(found('A document that was chosen')).toBeNull())
})

test('invoices of a currency are not offered under another while its own are on their way', async () => {
  offered = { one: { number: 'INV-1' }, two: { number: 'INV-2', currency: 'JPY' } }
  let arrive = () => {}
  held = new Promise((resolve) => {
    arrive = resolve
  })
  open({})
  await boxOf('INV-1')
  fireEvent.change(screen.getByLabelText('Currency', { selector: 'select' }), { target: { value: 'JPY' } })
  await waitFor(() => expect(found('INV-1')).toBeNull())
  fireEvent.click(await screen.findByLabelText(/Product A/))
  expect(found('INV-1')).toBeNull()
  arrive()
  await boxOf('INV-2')
})

test('an order that the end of a session interrupted is back with its papers, and leaving it asks', async () => {
  const files = [{ objectKey: 'key', fileName: 'delivery note.pdf', groupKey: 'OTHER' }]
  sessionStorage.setItem(`kept ann alder ${location.pathname}`, JSON.stringify({ typed: { ...start, files } }))
  offered = { one: { number: 'INV-1' } }
  open({ buyerCode: '' })
  await boxOf('INV-1')
  expect(await screen.findByText(/ery note\.pdf/)).toBeTruthy()
  expect(isUnsaved()).toBe(true)
})

const purchases = () => {
  answers.poList = async (body) => {
    const page = await documents(body)
    return { ...page, list: page.list.map((row) => ({ ...row, docType: 'PO' })) }
  }
  answers.poItemList = ({ poIds }) =>
    poIds?.map((id) => ({
      id: `line of ${id}`,
      purchaseOrderId: id,
      line: 1,
      sku: null,
      description: `Bolts of ${id}`,
      qty: '10',
      unit: 'PCS',
      unitPrice: '10',
      amount: '100.00',
      shippedQty: '4',
    }))
  answers.poListSimple = ({ buyerCode }) => [{ id: 'two', poNo: `PO-2 of ${buyerCode}`, amount: '80', currency: 'JPY' }]
}

test('the lines of a purchase order are read where it is chosen', async () => {
  purchases()
  offered = { one: { number: 'PO-1' }, two: { number: 'PO-2' } }
  open({ docType: 'PO' })
  await boxOf('PO-1')
  fireEvent.click(screen.getByRole('button', { name: 'Lines of PO-2' }))
  expect(await screen.findByText(/Bolts of two/)).toBeTruthy()
  expect(screen.queryByText(/Bolts of one/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Lines of PO-2' }))
  await waitFor(() => expect(screen.queryByText(/Bolts of two/)).toBeNull())
})

test('a confirmed purchase order of the buyer is taken with its currency while none is chosen', async () => {
  purchases()
  offered = { two: { number: 'PO-2', currency: 'JPY' } }
  open({ docType: 'PO', currency: '', productId: '' })
  fireEvent.click(await screen.findByRole('button', { name: 'PO-2 of BIRCH' }))
  expect((await boxOf('PO-2')).checked).toBe(true)
  expect(screen.getByLabelText<HTMLSelectElement>('Currency', { selector: 'select' }).value).toBe('JPY')
})

test('why an order was refused is said until something is changed about it', async () => {
  offered = { one: { number: 'INV-1' } }
  answers.trialCalculation = () => ({ pricingHash: 'one' })
  open({ chosen: { one: '' } })
  await screen.findByText('the price')
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('The supplier is on hold.')).toBeTruthy()
  fireEvent.change(document.querySelector('textarea')!, { target: { value: 'In June' } })
  expect(screen.queryByText('The supplier is on hold.')).toBeNull()
  delete answers.trialCalculation
})

test('an order of more documents than it may be raised on says so, and is not sent', async () => {
  const ids = Array.from({ length: mostDocuments + 1 }, (_, index) => `d${index}`)
  offered = Object.fromEntries(ids.map((id) => [id, { number: id }]))
  open({ chosen: Object.fromEntries(ids.map((id) => [id, ''])) })
  fireEvent.click(await boxOf('d0'))
  expect(document.body.textContent).not.toContain('Take out the documents that are too many.')
  fireEvent.click(await boxOf('d0'))
  expect(document.querySelector('p.form-error')?.textContent).toContain('At most 200')
  expect(document.body.textContent).toContain('Take out the documents that are too many.')
})

test('of more buyers than are listed the others are found by their name, and the chosen one stays', async () => {
  const { availableBuye } = answers
  const named = (buyerCode: string) => ({ buyerCode, buyerName: `Buyer ${buyerCode}` })
  const asked: Body[] = []
  answers.availableBuye = (body) => {
    asked.push(body)
    return body.buyerName
      ? [named('ZINC')]
      : Array.from({ length: mostBuyersListed - 1 }, (_, index) => named(`B${index}`)).concat(named('BIRCH'))
  }
  offered = {}
  open({})
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search buyers by name' }), { target: { value: 'zin' } })
  expect(screen.getByText('The first 50 are shown. Search for the others.')).toBeTruthy()
  await screen.findByRole('option', { name: 'Buyer ZINC' })
  expect(asked.at(-1)).toMatchObject({ buyerName: 'zin', buyerCode: 'BIRCH' })
  fireEvent.change(screen.getByLabelText('Buyer', { selector: 'select' }), { target: { value: 'ZINC' } })
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ buyerName: 'zin', buyerCode: 'ZINC' }))
  answers.availableBuye = availableBuye ?? (() => [])
})

test('of more confirmed orders than are listed the others are found by their number', async () => {
  const one = (poNo: string) => ({ id: poNo, poNo, amount: '80', currency: 'JPY' })
  answers.poListSimple = ({ poNo }) =>
    poNo ? [one('OLD-1')] : Array.from({ length: mostOrdersListed }, (_, index) => one(`NEW-${index}`))
  offered = {}
  open({ docType: 'PO', currency: '', productId: '' })
  const search = () => document.querySelector('[aria-label="Search purchase orders by number"]')
  fireEvent.change(await waitFor(() => search() ?? expect.fail('no search')), { target: { value: 'old' } })
  expect(await screen.findByText('OLD-1')).toBeTruthy()
  expect(search()).toBeTruthy()
  delete answers.poListSimple
})

test('an order that was sent back offers the products of its funder alone, and says so', async () => {
  const { availableFinanceProductList } = answers
  answers.availableFinanceProductList = () => [
    { ...product, id: 'A', name: 'Product A', funderCode: 'ELM' },
    { ...product, id: 'B', name: 'Product B', funderCode: 'FIR', funderName: 'Fir' },
  ]
  offered = {}
  const order = {
    id: 'order',
    orderNo: 'FO-1',
    version: 3,
    financingProductId: 'A',
    funder: { code: 'ELM', name: 'Elm' },
    arpOf: null,
    items: [],
    attachments: [],
    timeline: [],
    hasApproval: false,
  }
  open({}, { ...order, status: 'REJECTED' })
  expect(await screen.findByLabelText(/Product A/)).toBeTruthy()
  expect(screen.queryByLabelText(/Product B/)).toBeNull()
  expect(screen.getByText(/It was submitted to Elm before/)).toBeTruthy()
  cleanup()
  open({}, { ...order, status: 'DRAFT' })
  expect(await screen.findByLabelText(/Product B/)).toBeTruthy()
  expect(screen.queryByText(/It was submitted to Elm before/)).toBeNull()
  answers.availableFinanceProductList = availableFinanceProductList ?? (() => [])
})
