import { fromDecimal, type Money } from '../money.ts'
import type { DashboardOrder } from './financing.ts'
import type { DashboardInvoice, Movement } from './receivables.ts'

// A supplier's book on 2025-06-30 whose figures were worked out by hand. The database's sums are tested against it too.

const usd = (text: string): Money => fromDecimal(text, 'USD')
const on = (date: string, amount: string): Movement => ({ date, amount: usd(amount) })

const invoice = (
  no: string,
  buyer: string,
  issueDate: string,
  dueDate: string,
  amount: string,
  { adjustments = [], payments = [] }: { adjustments?: Movement[]; payments?: Movement[] } = {},
): DashboardInvoice => ({ no, buyer, status: 'CONFIRMED', issueDate, dueDate, amount: usd(amount), adjustments, payments })

export const portfolioInvoices: readonly DashboardInvoice[] = [
  invoice('INV-001', 'B1', '2025-03-01', '2025-04-30', '10000', { payments: [on('2025-05-10', '10000')] }),
  invoice('INV-002', 'B1', '2025-04-15', '2025-06-14', '20000', {
    adjustments: [on('2025-05-20', '1000')],
    payments: [on('2025-06-12', '9000')],
  }),
  invoice('INV-003', 'B1', '2025-05-20', '2025-07-19', '15000'),
  invoice('INV-004', 'B2', '2025-02-10', '2025-04-11', '8000'),
  invoice('INV-005', 'B2', '2025-03-05', '2025-05-04', '12000', { adjustments: [on('2025-06-01', '600')] }),
  invoice('INV-006', 'B2', '2025-01-05', '2025-03-06', '5000'),
  invoice('INV-007', 'B2', '2025-06-10', '2025-08-09', '25000'),
  invoice('INV-008', 'B1', '2025-04-01', '2025-05-31', '6000', { payments: [on('2025-05-29', '6000')] }),
  invoice('INV-010', 'B1', '2025-05-05', '2025-07-03', '30000'),
  invoice('INV-011', 'B2', '2025-06-20', '2025-09-18', '40000'),
]

const order = (
  no: string,
  status: DashboardOrder['status'],
  buyer: string,
  invoiceNo: string,
  requested: string,
  principal: string,
  maturity: string,
  interestAtMaturity = '0',
): DashboardOrder => ({
  no,
  status,
  buyer,
  invoiceNos: [invoiceNo],
  requested: usd(requested),
  principalOutstanding: usd(principal),
  maturity,
  interestAtMaturity: usd(interestAtMaturity),
})

export const portfolioOrders: readonly DashboardOrder[] = [
  order('FO-1', 'FUNDED', 'B1', 'INV-003', '13500', '13500', '2025-07-19'),
  order('FO-2', 'OVERDUE', 'B1', 'INV-002', '15200', '6200', '2025-06-14'),
  order('FO-3', 'IN_APPROVE', 'B2', 'INV-007', '20000', '0', '2025-08-09'),
  // 27,000.00 at 6.80 % for the 55 days from 2025-05-09 to 2025-07-03 of a 360-day year is 280.50.
  order('FO-4', 'FUNDED', 'B1', 'INV-010', '27000', '27000', '2025-07-03', '280.50'),
]

export const portfolioLimits = { facility: usd('150000'), buyers: new Map([['B2', usd('50000')]]), advanceRatePct: 90n }
export const portfolioQuery = { currency: 'USD', asOf: '2025-06-30' }
