import type { App } from '../app.ts'
import { inTransaction, type RowScope, type Tx } from '../database/database.ts'
import type { Actor } from './context.ts'

/**
 * A transaction in the caller's turn, for what is no part of a call's own transaction: a stream, or what is kept beside slow work. A
 * caller who asks for many of these waits behind their own alone.
 */
export const inTurn = <T>(
  { app, actor }: { app: App; actor: Pick<Actor, 'companyId' | 'userId'> },
  scope: RowScope,
  effect: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  app.turns.calls.run({ company: actor.companyId, user: actor.userId }, () => inTransaction(app.db, scope, effect, work))
