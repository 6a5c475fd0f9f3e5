import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticeEvents, peopleEvents, webhookEvents } from '@usance/wire/notification/events'
import { paymentTypes } from '@usance/wire/payment/list'
import { expect, test } from 'vitest'

/** What an event that is put together can become. */
const made: Record<string, readonly string[]> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the templates as they stand in the source
  'INVOICE_${name}': ['SUBMIT', 'CONFIRM', 'RETURN', 'DISPUTE', 'RESOLVE', 'CANCEL', 'ADJUSTED'].map((one) => `INVOICE_${one}`),
  'PURCHASE_ORDER_${what.name}': ['SUBMIT', 'CONFIRM', 'RETURN', 'UPDATE', 'UPLOAD', 'EDIT', 'CANCEL', 'CLOSE', 'REOPEN'].map(
    (one) => `PURCHASE_ORDER_${one}`,
  ),
  'PAYMENT_${payment.type}_PAID': paymentTypes.map((type) => `PAYMENT_${type}_PAID`),
  'INVOICE_ADJUSTMENT_${status}': ['PASSED', 'REJECTED', 'REFUSED'].map((one) => `INVOICE_ADJUSTMENT_${one}`),
  'FEE_ADJUSTMENT_${status}': ['REJECTED', 'REFUSED'].map((one) => `FEE_ADJUSTMENT_${one}`),
  'APPROVAL_${review}': ['PASSED', 'REJECTED', 'REFUSED'].map((one) => `APPROVAL_${one}`),
  'FINANCE_ORDER_${status}': [
    'PASSED',
    'REJECTED',
    'REFUSED',
    'RIGHT_CONFIRMED',
    'FUNDED',
    'OVERDUE',
    'SETTLED',
    'CONVERTED',
    'REVOKED',
    'EXPIRED',
  ].map((one) => `FINANCE_ORDER_${one}`),
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: end of the templates
}

test('everything the server tells of is declared with its readers, and the portal has words for it', () => {
  const source = join(import.meta.dirname, '..')
  const unknown: string[] = []
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.includes('.test.') || file === join('notify', 'notify.ts')) continue
    const text = readFileSync(join(source, file), 'utf8')
    for (const found of text.matchAll(/\bnotify\([\w.]*tx, \{\s*event:([^\n]*)\s*(userIds|companyIds)?/g)) {
      const known: readonly string[] = { userIds: peopleEvents, companyIds: webhookEvents }[found[2] ?? ''] ?? noticeEvents
      for (const [, literal] of found[1]!.matchAll(/['`]([^'`]+)['`]/g))
        for (const event of made[literal!] ?? [literal!]) if (!known.includes(event)) unknown.push(`${file}: ${event}`)
    }
  }
  expect(unknown).toEqual([])
})
