import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import type { Portal } from './portal.ts'
import { openingDay } from './world.ts'

/** What Alder is offered for a drawing on its only pool: by the list, by the figures of the page, and by the dialog for a later day. */
export async function drawingOffered(portal: Portal) {
  const { alderMaker } = portal.seats
  const { pools } = await portal.ask(alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
  const pool = pools[0]!
  const { result, formula, inputs } = pool.figures.find(({ key }) => key === 'maxDrawing')!
  const body = { poolId: pool.id, fundingDate: addDays(openingDay, 1) }
  const later = await portal.ask(alderMaker, poolCalls.drawable, { body })
  return { amounts: [pool.maxDrawing, result, later.maxDrawing], formula, inputs }
}

/** Bounds what a product grants for one order, in dollars alone. */
export const boundProduct = (portal: Portal, id: string, bounds: { minAmount?: string | null; maxAmount?: string | null }) =>
  portal.asOwner((db) =>
    db
      .updateTable('financingProduct')
      .set({ currencies: ['USD'], ...bounds })
      .where('id', '=', id)
      .execute(),
  )
