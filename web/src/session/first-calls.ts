import { call } from '@usance/wire/call'
import { type Principal, sessionCalls } from '@usance/wire/session/calls'
import { z } from 'zod'
import { send } from '../http/client.ts'

/** A type, or a record of one as older servers send it. */
const BusinessType = z.union([z.string(), z.object({ businessType: z.string().optional() })]).nullish()
type BusinessType = z.infer<typeof BusinessType>
const businessType = call({
  method: 'GET',
  path: '/{p}-financial-transaction/air8PoolFinanceOrder/client/getCompanyBusinessType',
  access: 'signed-in',
  tells: 'caller',
  scope: 'company',
  effect: 'read',
  title: 'The business type of the own company',
  answer: BusinessType,
})

type Answers = readonly [user: Principal, businessType: BusinessType]
let early: Promise<Answers> | undefined

const ask = (): Promise<Answers> =>
  Promise.all([send(sessionCalls.me, {}, { quiet: true }), send(businessType, {}, { quiet: true }).catch(() => '')])

/** Asks who is at the keyboard before the portal's own code has arrived, so that both travel at once. */
export function askEarly(): void {
  early = ask()
  early.catch(() => undefined)
}

/** User and business type of the company: what was asked early, once, else asked now. */
export function firstAnswers(): Promise<Answers> {
  const answers = early ?? ask()
  early = undefined
  return answers
}
