import { newId } from '../database/id.ts'
import type { Portal } from './portal.ts'

/** Another account of Elm on which it collects dollars. Answers its id. */
export async function anotherAccount(portal: Portal, bankAccount = '80010002'): Promise<string> {
  const id = newId()
  await portal.look((tx) =>
    tx
      .insertInto('bankAccount')
      .values({
        id,
        companyId: portal.world.companies.elm,
        accountName: 'Elm Trade Bank',
        bankName: 'Second Test Bank',
        bankAccount,
        bankCode: 'TESTSGSG',
        currency: 'USD',
        purpose: 'COLLECTION',
        approval: 'PASSED',
        status: 'ENABLE',
        canEnable: true,
      })
      .execute(),
  )
  return id
}
