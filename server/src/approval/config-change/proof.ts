import type { configChangeCalls } from '@usance/wire/config-change/calls'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { change } from './changes.ts'
import { configKinds } from './kind.ts'

/** The proof of a proposed product for its approvers. A reader without access to the change has none to its proof. */
export const proof: Handler<typeof configChangeCalls.proof> = async (request) => {
  const row = await change(request)
  const { proof: proofOf } = configKinds.of(request.app).PRODUCT
  if (row.kind !== 'PRODUCT' || !proofOf) throw new Refused('NOT_FOUND')
  await elevate(request.tx)
  return proofOf(request, row)
}
