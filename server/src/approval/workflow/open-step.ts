import { candidateSeats } from '@usance/domain/approval'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import { sql } from 'kysely'
import { alongside, type Tx, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { mailGuided } from '../../notify/guided-mail.ts'
import { notify } from '../../notify/notify.ts'
import { isOfParty, leadsFor, type Parties, type Person, type Seats, seatsFor, toldFor } from './candidates.ts'
import type { Instance, InstanceStep } from './instance.ts'
import { makersSide, peoplePage, sideLink } from './makers-side.ts'

type Flow = Parties & { steps: readonly InstanceStep[] }
const stepsAfter = ({ steps }: Flow, afterSeq: number) => steps.filter((one) => one.seq > afterSeq && one.needed)
const firstOf = (steps: readonly InstanceStep[]) => steps.find((one) => !one.standIn)

/** Who sits for the roles of a step, in their order, without the parties that the object does not have. */
const seatsOf = async (tx: Tx, parties: Parties, { roles }: InstanceStep): Promise<Seats[]> =>
  (await together(...roles.map((role) => seatsFor(tx, parties, role)))).filter((seats) => seats !== null)

/**
 * The party that has too few people for the steps of a flow under the four-eyes rule, or undefined. Only steps that a party alone
 * decides count; a step without any person waits for an appointment, as do the operator's own.
 */
export async function partyWithoutDeciders(tx: Tx, flow: Flow, makerIds: readonly string[]): Promise<string | undefined> {
  const steps = flow.steps.filter(
    ({ needed, skippable, standIn, roles }) => needed && !skippable && !standIn && roles.length === 1 && isOfParty(roles[0]!),
  )
  const seats = await together(...steps.map((step) => seatsOf(tx, flow, step)))
  for (const [index, [asked]] of seats.entries()) {
    const left = asked?.people.filter(({ userId }) => !makerIds.includes(userId)) ?? []
    const times = steps.filter(({ roles }) => roles[0] === steps[index]!.roles[0]).length
    if (asked && left.length < asked.people.length && left.length < times) return asked.companyId
  }
  return undefined
}

/** Who sits for the step that comes next: asked ahead, while other questions are under way. */
export async function nextSeats(tx: Tx, flow: Flow, afterSeq: number): Promise<Seats[]> {
  const step = firstOf(stepsAfter(flow, afterSeq))
  return step ? seatsOf(tx, flow, step) : []
}

/** Whether another role decides where a step is left out. */
const hasStandIn = (steps: readonly InstanceStep[], { seq }: InstanceStep) => steps.find((one) => one.seq > seq)?.standIn === true

/**
 * Whether a party that has had a second person to check is left with nobody but the maker. Its step then waits for an appointment: one
 * person could otherwise take the other's seat away and have the check left out (decision 134).
 */
async function lostSecondPerson(tx: Tx, { makerId }: Instance, sitting: readonly Seats[]): Promise<boolean> {
  for (const { role, companyId, people } of sitting) {
    if (!isOfParty(role) || people.some(({ userId }) => userId !== makerId)) continue
    const had = await tx
      .selectFrom('companyRole')
      .select('id')
      .where('companyId', '=', companyId)
      .where(sql<boolean>`role = ${candidateSeats[role].companyRole}`)
      .where('hadSecondPerson', '=', true)
      .executeTakeFirst()
    if (had) return true
  }
  return false
}

/**
 * Moves an instance to its next needed step after the given one and asks the people who sit for it. A step nobody but the
 * maker could decide is left out where the flow allows it. `acted` are those who decided in this round already. Answers the
 * new node, or null when no step is left.
 */
export async function openStep(
  context: Pick<UseCaseContext, 'app' | 'tx' | 'now'>,
  instance: Instance,
  afterSeq: number,
  { acted, next = nextSeats(context.tx, instance, afterSeq) }: { acted: readonly string[]; next?: Promise<Seats[]> },
): Promise<InstanceStep | null> {
  const { tx, now } = context
  const barred = [...instance.makerIds, ...acted]
  let leftOut = false
  const steps = stepsAfter(instance, afterSeq)
  for (const step of steps) {
    if (step.standIn && !leftOut) continue
    const sitting = await (step === firstOf(steps) ? next : seatsOf(tx, instance, step))
    const asked = sitting.map((seats) => ({ ...seats, people: seats.people.filter(({ userId }) => !barred.includes(userId)) }))
    const isLeftOut = step.skippable && asked.every(({ people }) => people.length === 0)
    if (isLeftOut && (hasStandIn(steps, step) || !(await lostSecondPerson(tx, instance, sitting)))) {
      await remember(tx, instance, step.node, 'SKIPPED')
      leftOut = true
      continue
    }
    // A party the object does not have cannot be waited for; the others of the step decide.
    if (asked.length === 0) throw new Error(`The step ${step.node} of ${instance.businessType} has no party to decide it.`)
    const tasks = tx
      .insertInto('workflowTask')
      .values(
        asked.map(({ role, companyId }) => ({
          id: newId(),
          instanceId: instance.id,
          seq: step.seq,
          nodeName: step.node,
          candidateRole: role,
          companyId,
          dueAt: new Date(now.getTime() + step.slaHours * 3_600_000).toISOString(),
        })),
      )
      .execute()
    await alongside(tx, tasks)
    const moved = tx
      .updateTable('workflowInstance')
      .set({ currentSeq: step.seq, currentNode: step.node })
      .where('id', '=', instance.id)
      .execute()
    await alongside(tx, moved)
    const told = new Set<string>()
    for (const seats of asked) {
      const { role, companyId } = seats
      const place = (userId: string) => `${userId} ${companyId}`
      const userIds = (await toldFor(tx, seats, instance, barred)).filter((userId) => !told.has(place(userId)))
      for (const userId of userIds) told.add(place(userId))
      // A user with several seats decides in the seat of the task.
      const seat = { companyId, companyRole: candidateSeats[role].companyRole }
      const link = approvalPath(instance, 'approve', seat.companyRole)
      await mailGuided(context, { kind: 'task', userIds, path: link, seat, params: () => ({ businessNo: instance.businessNo }) })
      await notify(tx, {
        event: 'APPROVAL_WAITING',
        userIds,
        inCompany: companyId,
        params: { businessNo: instance.businessNo, businessType: instance.businessType, nodeName: step.node },
        objectType: instance.businessType,
        objectId: instance.businessId,
        link,
      })
    }
    if (asked.every(({ people }) => people.length === 0)) await tellNobodyDecides(tx, instance, step.node, asked)
    return step
  }
  return null
}

/**
 * Tells the maker, or the directors of a maker who left, and those who could appoint somebody, that nobody may decide on the present
 * step: all who hold its role made the object, have decided on it already or are concerned.
 */
export async function tellNobodyDecides(
  tx: Tx,
  instance: Instance,
  nodeName: string,
  asked: readonly Pick<Seats, 'role' | 'companyId'>[],
  others: readonly Person[] = [],
): Promise<void> {
  const leads = await together(...asked.map(({ companyId, role }) => leadsFor(tx, companyId, role)))
  const about = {
    event: 'APPROVAL_WITHOUT_DECIDER',
    params: { businessNo: instance.businessNo, businessType: instance.businessType, nodeName },
    objectType: instance.businessType,
    objectId: instance.businessId,
  } as const
  const side = await makersSide(tx, instance)
  const isOfSide = (userId: string, companyId: string) => companyId === side.inCompany && side.userIds.includes(userId)
  const leading = [...leads.flat(), ...others]
  const appointing = leading.filter(({ userId, companyId }) => !side.isMaker || !isOfSide(userId, companyId))
  for (const [inCompany, seat] of new Map(appointing.map(({ companyId, companyRole }) => [companyId, companyRole]))) {
    const there = appointing.filter(({ companyId }) => companyId === inCompany).map(({ userId }) => userId)
    await notify(tx, { ...about, userIds: [...new Set(there)], inCompany, link: peoplePage(seat) })
  }
  // The leaders who appoint people in the maker's company were told already.
  const further = side.userIds.filter((id) => !appointing.some((one) => one.userId === id && one.companyId === side.inCompany))
  await notify(tx, { ...about, userIds: further, inCompany: side.inCompany, link: sideLink(instance, side, 'view') })
}

type Entry = {
  taskId?: string
  userId?: string
  name?: string
  companyId?: string
  comment?: string
  onBehalfOf?: { userId: string; name: string } | null
}

/** Adds a line to the history of an instance; without a person it is the system that acted. */
export async function remember(
  tx: UseCaseContext['tx'],
  instance: Pick<Instance, 'id' | 'round'>,
  nodeName: string,
  operation: string,
  entry: Entry = {},
): Promise<void> {
  const line = tx
    .insertInto('workflowHistory')
    .values({
      id: newId(),
      instanceId: instance.id,
      taskId: entry.taskId ?? null,
      round: instance.round,
      nodeName,
      userId: entry.userId ?? null,
      assigneeName: entry.name ?? 'SYSTEM',
      onBehalfOf: entry.onBehalfOf?.name ?? null,
      onBehalfOfId: entry.onBehalfOf?.userId ?? null,
      companyId: entry.companyId ?? null,
      operation,
      auditComment: entry.comment ?? null,
    })
    .execute()
  await alongside(tx, line)
}
