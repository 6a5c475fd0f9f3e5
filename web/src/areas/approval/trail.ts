import { type ListQuery, listCalls, type Row } from '@usance/wire/list'
import { openTaskList } from '@usance/wire/workflow/list'
import { send } from '../../http/client.ts'
import { rowsOf } from '../../list/use-rows.ts'
import { tabKept } from '../../session/kept-here.ts'
import { knownSession } from '../../session/session.ts'

/** One waiting approval, as the address of its page names it. */
export type Stop = Pick<Row<typeof openTaskList>, 'businessNo' | 'businessType' | 'businessId' | 'seat'>
/** What names the object of an approval, as a page about it knows it. */
type About = { businessType: string; businessId: string }
/** The list of waiting approvals that was last on screen in this tab: its address, what it asked for, and its rows in their order. */
export type Trail = {
  address: string
  query: ListQuery
  stops: readonly Stop[]
  /** How many rows come before these, and how many there are in all. */
  before: number
  total: number
}
/** The approval after the one that was decided, and how many of the list still wait, itself among them. */
export type Following = { stop: Stop; left: number }

/** More than one page of a list: what is left is counted, and rows of the next page follow those of this one. */
const most = 200

const key = () => {
  const user = knownSession()?.user
  return user && `approvals ${user.id} ${user.companyId}`
}
const plain = ({ businessNo, businessType, businessId, seat }: Stop): Stop => ({ businessNo, businessType, businessId, seat })
const isSame = (a: About, b: About) => a.businessId === b.businessId && a.businessType === b.businessType
/** Each object once: a list has a row for each task, and somebody of two roles may have two tasks of one object. */
const eachOnce = (stops: readonly Stop[]) =>
  stops.filter((stop, at) => stops.findIndex((one) => isSame(one, stop)) === at).map(plain)

/** Keeps the list for this tab; where nothing can be kept, a decision leads back, as from a message. */
export function keepTrail({ stops: rows, total, ...trail }: Trail): void {
  const name = key()
  const stops = eachOnce(rows)
  if (name) tabKept.write(name, JSON.stringify({ ...trail, stops, total: total - rows.length + stops.length }))
}

function keptTrail(): Trail | undefined {
  const name = key()
  const trail: Trail | null = name ? tabKept.parsed(name) : null
  return trail ?? undefined
}

/** The address of the list of waiting approvals, as it was last on screen. */
export const listAddress = () => keptTrail()?.address ?? '/approval'

/** Where an approval stands in the list that its reader came from, counted from one; undefined for a reader who came another way. */
export function placeOf(
  about: About,
): { trail: Trail; no: number; before: Stop | undefined; after: Stop | undefined } | undefined {
  const trail = keptTrail()
  const at = trail?.stops.findIndex((stop) => isSame(stop, about)) ?? -1
  if (!trail || at < 0) return undefined
  return { trail, no: trail.before + at + 1, before: trail.stops[at - 1], after: trail.stops[at + 1] }
}

/**
 * What still waits after the decided one, in the order of the list. Rows that the reader has passed over stay behind; where the rest of
 * the page was decided by others, the rows that have moved up follow.
 */
export function waitingAfter(stops: readonly Stop[], decided: About, open: readonly Stop[]): Stop[] {
  const waiting = open.filter((stop) => !isSame(stop, decided))
  const at = stops.findIndex((stop) => isSame(stop, decided))
  const placeIn = (stop: Stop) => waiting.findIndex((one) => isSame(one, stop))
  const next = stops
    .slice(at + 1)
    .map(placeIn)
    .find((place) => place >= 0)
  if (next !== undefined) return waiting.slice(next)
  return waiting.slice(Math.max(-1, ...stops.slice(0, at).map(placeIn)) + 1)
}

/** Asks for the list once more, as others decide meanwhile: the approval that follows the decided one, if any does. */
export async function following(decided: About): Promise<Following | undefined> {
  const trail = placeOf(decided)?.trail
  if (!trail) return undefined
  const query = { ...trail.query, pageNum: 1, pageSize: Math.max(most, trail.before + trail.stops.length) }
  const { rows: tasks, total: all } = rowsOf<typeof openTaskList>(
    await send(listCalls(openTaskList).pageList, { body: query }, { quiet: true }),
  )
  const rows = eachOnce(tasks)
  const total = all - tasks.length + rows.length
  const waiting = waitingAfter(trail.stops, decided, rows)
  const stops = rows.filter((row) => !isSame(row, decided))
  keepTrail({ ...trail, stops, before: 0, total: total - rows.length + stops.length })
  const [stop] = waiting
  return stop && { stop, left: waiting.length + Math.max(0, total - rows.length) }
}
