import * as M from '../money.ts'
import { fromDecimal } from '../money.ts'
import { parseDecimal } from '../rational.ts'
import type { ItemLife, OrderLife, ServicingTerms } from './life.ts'
import type { OrderPosition } from './plan-repayment.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

export const usd = (text: string) => fromDecimal(text, 'USD')
export const none = usd('0')

/** An item of 90,000.00 for 60 days. */
export const item = (over: Partial<ItemLife> = {}): ItemLife => ({
  itemId: 'I1',
  number: 'INV-1',
  fundedOn: '2025-03-03',
  maturity: '2025-05-02',
  interestTo: '2025-05-02',
  advance: usd('90000'),
  charged: { client: none, fund: none },
  principalPaid: [],
  released: [],
  ...over,
})

/** An order at 6.80 % for the tests of servicing. */
export const order = (
  items: ItemLife[],
  over: Partial<ServicingTerms> = {},
  rate = '6.8',
  more: Partial<OrderLife> = {},
): OrderLife => ({
  orderId: 'FO-1',
  currency: 'USD',
  terms: servicingTerms(over),
  rates: [{ from: '2000-01-01', rate: parseDecimal(rate) }],
  items,
  cuts: [],
  ...more,
})

/** An order with nothing paid yet, its receivable and the reserve of it. */
export const position = (life: OrderLife, face = '100000', more: Partial<OrderPosition> = {}): OrderPosition => ({
  order: life,
  paid: new Map(),
  feesDue: none,
  buyerFees: none,
  receivable: {
    face: usd(face),
    claim: none,
    reserve: M.subtract(
      usd(face),
      M.sum(
        life.items.map((one) => one.advance),
        'USD',
      ),
    ),
  },
  ...more,
})
