import { contractCalls } from '@usance/wire/contract/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import type { Seat } from '../../testing/world.ts'
import { refusalIn, type Town } from './town.ts'

const staffOf: Record<string, string[]> = {
  OPERATIONS: ['operations', 'operations2'],
  RISK: ['risk'],
  SETTLEMENT: ['settlement', 'settlement2'],
}

/** Everybody who could be asked for a step, in a fixed order; who is a maker is refused by the portal. */
function seatsFor({ portal }: Town, role: string, companyId: string): Seat[] {
  const seats = portal.seats as Record<string, Seat>
  if (staffOf[role]) return staffOf[role].map((name) => seats[name]!)
  return Object.entries(seats)
    .filter(([name, seat]) => seat.companyId === companyId && seat.companyRole === role && !/Viewer|Maker$/.test(name))
    .concat(Object.entries(seats).filter(([name, seat]) => name === 'birchMaker' && seat.companyId === companyId))
    .map(([, seat]) => seat)
}

type OpenTask = { id: string; nodeName: string; candidateRole: string; companyId: string; businessNo: string }
const openTask = (town: Town, businessType: string, businessId: string) =>
  town.rows<OpenTask>(sql`select t.id, t.node_name, t.candidate_role, t.company_id, i.business_no from workflow_task t
    join workflow_instance i on i.id = t.instance_id
    where i.business_type = ${businessType} and i.business_id = ${businessId} and i.status = 'IN_APPROVE' and t.status = 'OPEN' order by t.seq limit 1`)

export type Verdict = 'PASSED' | 'REJECTED' | 'REFUSED'

/**
 * Everybody who is asked decides on an object, one step after the other: all pass, or somebody sends it back or refuses it.
 * Now and then two people who may both decide do so at the same moment; then only one of them does.
 */
export async function decide(town: Town, businessType: string, businessId: string, verdict: Verdict = 'PASSED'): Promise<void> {
  const { roll } = town
  for (let step = 0; step < 8; step++) {
    const [task] = await openTask(town, businessType, businessId)
    if (!task) return
    // Whoever does not pass does so at the first or at a later step.
    const review = verdict === 'PASSED' || roll.chance(0.4) ? 'PASSED' : verdict
    const pass = (seat: Seat) =>
      town.ask(seat, workflowCalls.approve, {
        body: {
          businessNo: task.businessNo,
          nodeName: task.nodeName,
          taskId: task.id,
          reviewType: review,
          approvalComments: 'Looked at',
        },
      })
    const seats = seatsFor(town, task.candidateRole, task.companyId)
    if (seats.length > 1 && roll.chance(0.15)) {
      const outcomes = await Promise.allSettled(seats.slice(0, 2).map(pass))
      const won = outcomes.filter((one) => one.status === 'fulfilled').length
      const [now] = await openTask(town, businessType, businessId)
      if (won > 1 && now?.id !== task.id && task.candidateRole !== 'FUNDER')
        throw new Error(`${task.businessNo}: two people decided one task.`)
      for (const one of outcomes) if (one.status === 'rejected' && !refusalIn(one.reason)) throw one.reason
      if (won > 0) continue
    }
    let last: unknown
    let moved = false
    for (const seat of seats) {
      try {
        await pass(seat)
        moved = true
        break
      } catch (error) {
        const refusal = refusalIn(error)
        if (!refusal) throw error
        last = error
        if (!['NOT_YOUR_TASK', 'MAKER_CANNOT_APPROVE', 'FORBIDDEN', 'NOT_FOUND'].includes(refusal)) throw error
      }
    }
    if (!moved) throw last
    if (review !== 'PASSED') return
  }
  throw new Error(`The approval of ${businessType} ${businessId} has no end.`)
}

/** Whoever has to sign a contract of the order signs it. */
export async function signAll(town: Town, orderId: string): Promise<void> {
  const seats = town.portal.seats
  const signatories = [
    seats.alderChecker,
    seats.birchMaker,
    seats.cedarChecker,
    seats.dogwoodChecker,
    seats.elmChecker,
    seats.firChecker,
  ]
  const open = await town.rows<{ id: string; companyId: string }>(sql`select c.id, s.company_id from contract c
    join contract_signatory s on s.contract_id = c.id where c.order_id = ${orderId} and s.signed_at is null and c.status <> 'VOID' order by c.no, s.party`)
  for (const { id, companyId } of open) {
    const seat = signatories.find((one) => one.companyId === companyId)!
    const { textSha256 } = await town.ask(seat, contractCalls.detail, { body: { id } })
    await town.ask(seat, contractCalls.sign, { body: { id, name: seat.cname, method: 'TYPED', textSha256 } })
  }
}
