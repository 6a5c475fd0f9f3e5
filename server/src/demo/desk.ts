import type { ReviewType } from '@usance/domain/approval'
import { contractCalls } from '@usance/wire/contract/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused } from './person.ts'
import { randomOf } from './random.ts'

type Task = { id: string; businessNo: string; businessType: string; candidateRole: string; companyId: string; round: number }

/** Why what waited beyond its day is sent back. */
const ifLate: Readonly<Record<string, string>> = {
  PAYMENT: 'The funding date has passed.',
  PAYMENT_FILE: 'The day of the file has passed.',
}

/** People whose seat may hold a task, active ones only, in a fixed order. */
const peopleOf = (day: Day) =>
  look(
    day,
    sql<{ userName: string; companyId: string; role: string; userRoles: string[] }>`
      select u.user_name, r.company_id, r.role, r.user_roles from user_company_role r join app_user u on u.id = r.user_id where r.is_default and u.status = 'active' order by u.user_name`,
  )

/** Everybody passes what waits on their desk; a few orders are sent back, fewer are refused for good. */
export async function decideOpenTasks(day: Day): Promise<void> {
  const people = await peopleOf(day)
  // A flow has a handful of steps, and its desks are on different floors: at most four steps a day.
  for (let step = 0; step < 4; step++) {
    const tasks = await look(
      day,
      sql<Task>`select t.id, i.business_no, i.business_type, t.candidate_role, t.company_id, i.round from workflow_task t join workflow_instance i on i.id = t.instance_id where t.status = 'OPEN' and i.status = 'IN_APPROVE' order by i.business_no, t.id`,
    )
    let decided = 0
    const done = new Set<string>()
    for (const task of tasks) {
      if (done.has(task.businessNo)) continue
      const random = randomOf(day.seed, 'decide', task.businessNo, String(task.round), String(step), day.today)
      // Towards the end some desks stay full, so that there is something to decide.
      if (day.daysLeft < 5 && random.chance(0.5)) continue
      for (const person of people.filter((one) => one.companyId === task.companyId)) {
        if (await decide(day, person.userName, task, random.next())) {
          done.add(task.businessNo)
          decided++
          break
        }
      }
    }
    if (decided === 0) return
  }
}

async function decide({ client }: Day, userName: string, task: Task, chance: number): Promise<boolean> {
  const seen = await orRefused(
    client.ask(userName, workflowCalls.history, {
      body: { businessNo: task.businessNo, businessType: task.businessType, ifQueryTask: 'YES' },
    }),
  ).catch(() => undefined)
  if (!seen?.taskId || !seen.currentNode) return false
  const { taskId, currentNode } = seen
  const order = task.businessType === 'FINANCE_ORDER'
  const reviewType = order && chance < 0.015 ? 'REFUSED' : order && chance < 0.035 ? 'REJECTED' : 'PASSED'
  const approvalComments =
    reviewType === 'REFUSED'
      ? 'Outside our appetite for this buyer.'
      : reviewType === 'REJECTED'
        ? 'Please add the transport document.'
        : seen.passComment
          ? 'The warnings were followed up with the supplier; nothing speaks against it.'
          : ''
  const review = (what: { reviewType: ReviewType; approvalComments: string }) =>
    orRefused(
      client.ask(userName, workflowCalls.approve, {
        body: { businessNo: task.businessNo, nodeName: currentNode, taskId, ...what },
      }),
    )
  if ((await review({ reviewType, approvalComments })) !== undefined) return true
  // A payment that waited beyond its day cannot pass any more: it goes back until the supplier has accepted today's price. Those of a file
  // go into another one.
  const late = ifLate[task.businessType]
  return late !== undefined && (await review({ reviewType: 'REJECTED', approvalComments: late })) !== undefined
}

/** The signatories of each party sign what lies before them. */
export async function signContracts(day: Day): Promise<void> {
  const { app, client } = day
  const open = await look(
    { app },
    sql<{ id: string; no: string; userName: string; cname: string }>`
      select c.id, c.no, u.user_name, u.cname from contract c join contract_signatory s on s.contract_id = c.id and s.signed_at is null
      join lateral (select u.user_name, u.cname from user_company_role r join app_user u on u.id = r.user_id join signing_right g on g.user_id = r.user_id and g.company_id = r.company_id where r.company_id = s.company_id and r.status = 'ENABLE' and r.is_default and 'Checker' = any (r.user_roles) limit 1) u on true
      where c.status in ('PENDING_SIGN', 'PARTIALLY_SIGNED') order by c.no, s.party`,
  )
  for (const { id, no, userName, cname } of open) {
    if (day.daysLeft < 4 && randomOf(day.seed, 'sign', no).chance(0.4)) continue
    const seen = await orRefused(client.ask(userName, contractCalls.detail, { body: { id } }))
    if (!seen?.operations.includes('signoff')) continue
    await orRefused(
      client.ask(userName, contractCalls.sign, {
        body: { id, name: cname, method: 'TYPED', textSha256: seen.textSha256 },
      }),
    )
  }
}
