import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { routes } from '../../http/context.ts'
import { decide } from './decide.ts'
import { addDelegation, endDelegation, listColleagues, listDelegations } from './delegation.ts'
import { showHistory } from './history.ts'
import { doneTasks, openTasks, ownApprovals } from './list.ts'
import { showFacts } from './show-facts.ts'

const total = sql<string>`count(*)`.as('total')

export const workflowRoutes = routes(workflowCalls, {
  history: showHistory,
  facts: showFacts,
  approve: decide,
  counts: async ({ tx, actor, today }) => {
    const open = await tx.selectFrom(openTasks(tx, { actor, today }).as('rows')).select(total).executeTakeFirstOrThrow()
    const done = await tx.selectFrom(doneTasks(tx, { actor, today }).as('rows')).select(total).executeTakeFirstOrThrow()
    const mine = await tx.selectFrom(ownApprovals(tx, { actor, today }).as('rows')).select(total).executeTakeFirstOrThrow()
    return { open: Number(open.total), done: Number(done.total), mine: Number(mine.total) }
  },
  delegations: listDelegations,
  colleagues: listColleagues,
  delegate: addDelegation,
  endDelegation,
})
