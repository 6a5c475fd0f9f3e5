import { actOf } from '@usance/wire/act'
import type { Call } from '@usance/wire/call'
import type { App } from '../app.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction, type RowScope, type Tx } from '../database/database.ts'
import { Outside } from '../database/outside.ts'
import { rolledBack } from '../database/roll-back.ts'
import type { Actor, Before, Context, UseCaseContext } from './context.ts'
import { proveAct } from './prove-act.ts'
import { Refused } from './refused.ts'

/** What was prepared is about records that have changed since. The call prepares anew; it answers `BUSY` if they keep changing. */
export class PreparedForAnother extends Refused {
  constructor() {
    super('BUSY')
  }
}

type Origin = Pick<Context, 'language' | 'requestId' | 'ip'> & { scope: RowScope }

/** What slow work before a transaction is given, beside the input of the call. */
export function beforeOf(
  app: App,
  call: Call,
  actor: Actor,
  origin: Origin,
  input: Partial<Pick<Before, 'params' | 'query' | 'body'>>,
): Omit<Before, 'params' | 'query' | 'body'> {
  const { scope, language, requestId, ip } = origin
  const now = app.clock()
  const [database, turns] = call.isLong ? [app.reportDb, app.turns.reports] : [app.db, app.turns.calls]
  const inTurn = async <T>(
    open: (work: (tx: Tx) => Promise<T>) => Promise<T>,
    work: (context: UseCaseContext) => Promise<T>,
  ): Promise<T> => {
    const today = await businessDate(app)
    const context = { app, today, now, requestId, language, ip, actor }
    return turns.run({ company: actor.companyId, user: actor.userId }, () =>
      open(async (tx) => {
        // An act that is repeated gets its first answer, whatever has become of its records since.
        if (call.names && !actOf(call)) await proveAct(app, tx, call, actor, input)
        return work({ ...context, tx })
      }),
    )
  }
  return {
    app,
    actor,
    scope,
    language,
    now,
    outside: new Outside(),
    look: (work) => inTurn((read) => inTransaction(database, scope, 'read', read), work),
    tryOut: (work) => inTurn((tried) => rolledBack(database, scope, tried), work),
  }
}
