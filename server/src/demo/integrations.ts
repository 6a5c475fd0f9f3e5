import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import type { Sent } from '@usance/wire/call'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { buyers, suppliers } from './cast.ts'
import type { Day } from './day.ts'
import { orRefused, personOf } from './person.ts'

/** What a company joins to the portal: a payer's virtual account with a deposit on it, an address for events, a key. */
export async function joinSystems(day: Day): Promise<void> {
  await receiveByProvider(day)
  const supplier = suppliers[0]!.code
  const director = `${personOf(supplier, 2)}#COMPANY`
  const known = await orRefused(day.client.ask(director, webhookCalls.endpoints, { body: {} }))
  if (known?.list.length === 0) await addAddress(day, director)
  await changeAccount(day, director)
  const maker = personOf(supplier, 0)
  const keys = await orRefused(day.client.ask(maker, apiKeyCalls.keys, { body: {} }))
  if (keys?.list.length === 0)
    await orRefused(
      day.client.ask(maker, apiKeyCalls.make, {
        body: {
          name: 'ERP: invoices and orders',
          days: 365,
          permissions: keys.grantable.filter((name) =>
            /^(trading\.invoice|finance\.finance-order)\.(view|export|add)$/.test(name),
          ),
        },
      }),
    )
}

async function receiveByProvider({ client }: Day): Promise<void> {
  const payer = buyers[0]!
  const { rows } = await client.ask('settle', repaymentCalls.virtualAccounts, { body: {} })
  if (rows.length > 0) return
  const { accounts } = await client.ask('settle', repaymentCalls.accounts, { body: {} })
  const account = accounts.find(({ currency }) => currency.split(',').includes('USD'))
  if (!account) return
  const added = await orRefused(
    client.ask('settle', repaymentCalls.addVirtualAccount, { body: { bankAccountId: account.id, payerCompanyCode: payer.code } }),
  )
  if (!added) return
  for (const amount of ['18250.00', '4975.50'])
    await orRefused(
      client.ask('settle', providerCalls.deposit, { body: { id: added.id, amount, currency: 'USD', payerName: payer.name } }),
    )
}

// Nothing listens at this address, so it is switched off at once.
async function addAddress({ client }: Day, director: string): Promise<void> {
  const endpoint: Sent<typeof webhookCalls.add>['body'] = {
    url: 'https://erp.example.com/usance-events',
    description: 'ERP, switched off in the demo',
    events: ['FINANCE_ORDER_FUNDED', 'FINANCE_ORDER_SETTLED', 'PAYMENT_FUNDING_PAID'],
  }
  const added = await orRefused(client.ask(director, webhookCalls.add, { body: endpoint }))
  if (added) await orRefused(client.ask(director, webhookCalls.edit, { body: { ...endpoint, id: added.id, status: 'DISABLE' } }))
}

/** A supplier moves to another bank: operations have called back, and the approval waits on their desk. */
async function changeAccount({ client }: Day, director: string): Promise<void> {
  const { accounts } = await client.ask(director, bankAccountChangeCalls.own, { body: {} })
  const old = accounts.find(({ status }) => status === 'ENABLE')
  if (!old || accounts.some(({ approval }) => approval === 'IN_APPROVE')) return
  const added = await orRefused(
    client.ask(director, bankAccountChangeCalls.add, {
      body: {
        replacesId: old.id,
        accountName: old.accountName,
        bankName: 'Bank of Hangzhou Bay',
        bankAccount: '6230 9110 0420 7716',
        bankCode: 'HZCBCN2H',
        cnaps: '313331000014',
        currencies: old.currency.split(','),
        purpose: 'COLLECTION',
      },
    }),
  )
  if (!added) return
  await orRefused(
    client.ask('ops', bankAccountChangeCalls.recordCallBack, {
      body: {
        id: added.id,
        calledName: 'Zhou Min, director',
        phone: '+86 571 8888 0000',
        numberFrom: 'COMPANY_RECORD',
        minutesAgo: 0,
        outcome: 'CONFIRMED',
        note: 'Read the number back in full.',
      },
    }),
  )
}
