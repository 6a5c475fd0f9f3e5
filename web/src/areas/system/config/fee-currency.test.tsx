import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { FeeRules } from './fee-rules.tsx'
import type { ProposalOf } from './use-config.ts'

const { sendParts } = vi.hoisted(() => ({ sendParts: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send: async () => [], sendParts }))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({ ...(await original<object>()), useMaybeSession: () => undefined }))

beforeAll(async () => {
  stubWindow()
  Element.prototype.scrollIntoView = () => {}
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
beforeEach(() => {
  sendParts.mockReset().mockRejectedValue(new Refused(20406, '', {}))
})
afterEach(cleanup)

type Fees = ProposalOf<'PRODUCT'>['values']['fees']
const flat = { code: 'SERVICE', basis: 'FLAT', taxPct: '0', payer: 'SUPPLIER', beneficiary: 'PLATFORM', timing: 'FUNDING' }

/** The dialog of a product in dollars and euros; what it sends is of its fees alone. */
const show = (fees: readonly object[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChangeDialog<{ fees: Fees }>
        kind="PRODUCT"
        title="Product"
        initialValues={{ fees }}
        bodyOf={(typed) => ({
          kind: 'PRODUCT',
          values: {
            ...{ code: 'P', name: 'P', nameCn: 'P', advanceRate: '80', margin: '2', floor: '0', minTenor: '1', maxTenor: '90' },
            ...{ graceDays: '5', penaltyMargin: null, dilutionThreshold: '5', concentrationPct: null },
            ...{ minAmount: null, maxAmount: null, status: 'ENABLE', fees: typed.fees },
          },
        })}
        onClose={() => {}}
      >
        <FeeRules currencies={['USD', 'EUR']} />
      </ChangeDialog>
    </QueryClientProvider>,
  )
const send = () => fireEvent.submit(document.querySelector('form') ?? expect.fail('no form'))
const field = (at: number) => document.querySelector(`#fees_${at}_currency`)?.closest('.ant-form-item') ?? expect.fail('no field')

test('a fee of an amount names one of the currencies of its product', async () => {
  show([{ ...flat, value: '50' }])
  fireEvent.mouseDown(screen.getByLabelText(t('staff.field.currency')))
  fireEvent.click((await screen.findAllByText('EUR')).at(-1) ?? expect.fail('no euro'))
  send()
  await waitFor(() => expect(sendParts).toHaveBeenCalled())
  expect(sendParts.mock.calls[0]?.[1]).toMatchObject({ body: { values: { fees: [{ ...flat, value: '50', currency: 'EUR' }] } } })
})

test('rules of one fee are told apart by their currencies', async () => {
  show([
    { ...flat, value: '50', currency: 'USD' },
    { ...flat, value: '45', currency: 'EUR' },
  ])
  expect([field(0).textContent, field(1).textContent]).toEqual([expect.stringContaining('USD'), expect.stringContaining('EUR')])
})

test('a currency that the product does not have is refused beside its field', async () => {
  const fault = { field: 'values.fees.0.currency', message: 'FEE_CURRENCY', params: { currencies: 'USD, EUR' } }
  sendParts.mockRejectedValue(new Refused(20406, '', { error: 'FEE_CURRENCY', fields: [fault] }))
  show([{ ...flat, value: '50', currency: 'JPY' }])
  send()
  await waitFor(() => expect(field(0).querySelector('.ant-form-item-explain-error')?.textContent).toContain('USD, EUR'))
})
