import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { inSlices } from '../../database/in-slices.ts'
import { widerThan } from '../../files/table-rows.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import type { Actor, Context } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { fileOf, storeGenerated } from '../file/stored-file.ts'
import { progressOf } from './progress.ts'
import { cleanRow, type Faulty, type ImportSheet, isFigure, isPercent, placesOf } from './sheet.ts'
import { importWords, isImportReason } from './words.ts'

type Caller = Context & { actor: Actor }
/** A caller whose sheet was parsed before the transaction began. */
export type ImportCaller = Caller & { prepared: string[][] }
type Wanted<Key extends string> = {
  /** Names the kind of sheet in the job and the audit row. */
  kind: string
  fileKey: string
  sheet: ImportSheet<Key>
  /** What rows of one document have in common, as it was typed; each row is its own when left out. */
  groupOf?: (row: Record<Key, string>) => string
} & (
  | {
      /** Adds one document; a Refused makes its rows faulty and undoes nothing else. */
      add: (rows: Record<Key, string>[]) => Promise<unknown>
    }
  | {
      /** Adds the documents of all rows, each its own, and says of each what is wrong; `tell` hears how many are done. */
      addAll: (rows: Record<Key, string>[], tell: (done: number) => void) => Promise<(Faulty | undefined)[]>
    }
)

/** How many faulty rows come back in a workbook: the first ones. The answer counts all of them. */
const mostListed = 1_000
/** A cell with more letters is long: no column takes a text of that length. */
const longCell = 500
/** How many letters the long cells of a workbook of faulty rows have together, at most. */
const mostLongLetters = 1_000_000

/**
 * Reads a sheet whose first row holds titles of the template, in either language. Good rows are kept, the first of the faulty ones come
 * back in a workbook with a reason each. A file that was read before is not read again: it answers what it answered then.
 */
export async function runImport<Key extends string>(request: ImportCaller, wanted: Wanted<Key>) {
  const { tx, actor, language } = request
  const { kind, sheet } = wanted
  const file = await fileOf(request, wanted.fileKey)
  if (file.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  refuseUntoldPercents(sheet, file.fileName)
  const job = await tx
    .insertInto('importJob')
    .values({ id: newId(), kind, companyId: actor.companyId, userId: actor.userId, objectKey: file.objectKey, state: 'RUNNING' })
    .onConflict((conflict) => conflict.columns(['kind', 'companyId', 'objectKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!job) return answerOf(request, await earlierJob(request, kind, file.objectKey))

  const [heading = [], ...lines] = request.prepared
  const places = placesOf(sheet, heading)
  const missing = sheet.columns.filter(({ key, required }) => required && places[key] === undefined)
  if (missing.length > 0)
    throw new Refused('FILE_UNREADABLE', { reason: 'columns', columns: missing.map(({ title }) => title[language]).join(', ') })

  const figures = sheet.columns.filter(isFigure).flatMap(({ key }) => places[key] ?? [])
  const isWider = widerThan(heading, lines, { isWorkbook: /\.xlsx?$/i.test(file.fileName) })
  const filled = lines
    .map((line, index) => ({ line, row: index + 2 }))
    .filter(({ line }) => line.some((text) => text.trim() !== ''))
  const read = await inSlices(filled, ({ line, row }) => {
    const cell = (key: Key) => line[places[key] ?? -1]?.trim() ?? ''
    const typed = Object.fromEntries(sheet.columns.map(({ key }) => [key, cell(key)])) as Record<Key, string>
    const outcome: Faulty | { row: Record<Key, string> } = isWider(line, figures)
      ? { reason: 'WIDER', at: row }
      : cleanRow(sheet, cell)
    return { cell, typed, outcome, fault: undefined as Faulty | undefined }
  })
  const tell = progressOf(request, file.objectKey, read.length)
  tell(0)
  if ('addAll' in wanted) {
    const sound = read.filter(({ outcome }) => 'row' in outcome)
    for (const one of read) if ('reason' in one.outcome) one.fault = one.outcome
    const faults = await wanted.addAll(
      sound.map(({ outcome }) => (outcome as { row: Record<Key, string> }).row),
      (done) => tell(read.length - sound.length + done),
    )
    for (const [index, fault] of faults.entries()) sound[index]!.fault = fault
  }
  const add = 'add' in wanted ? wanted.add : undefined
  let done = 0
  for (const group of add ? groupsOf(read, wanted.groupOf) : []) {
    done += group.length
    tell(done)
    const faulty = group.find(({ outcome }) => 'reason' in outcome)
    const fault = faulty
      ? undefined
      : await addGroup(request, () => add!(group.map(({ outcome }) => (outcome as { row: Record<Key, string> }).row)))
    for (const one of group)
      one.fault = 'reason' in one.outcome ? one.outcome : faulty ? { reason: 'OTHER_ROW' } : (fault ?? undefined)
  }
  const faults = read.filter(({ fault }) => fault)
  const fits = lettersLeft()
  const errorObjectKey =
    faults.length === 0
      ? null
      : await errorReport(
          request,
          sheet,
          faults
            .slice(0, mostListed)
            .map(({ cell, fault }) => [...shownOf(sheet, cell, fault!, fits), textOf(request, sheet, fault!)]),
        )
  const outcome = {
    successfulNumber: read.length - faults.length,
    errorNumber: faults.length,
    errorObjectKey,
  }
  await tx
    .updateTable('importJob')
    .set({ ...outcome, state: 'DONE', done: read.length, total: read.length, finishedAt: sql`app_now()` })
    .where('id', '=', job.id)
    .execute()
  await audit(request, {
    event: `${kind}_IMPORTED`,
    objectType: 'FILE',
    objectId: file.id,
    objectNo: file.fileName,
    after: { successfulNumber: outcome.successfulNumber, errorNumber: outcome.errorNumber },
  })
  return answerOf(request, outcome)
}

/** In an .xls workbook 4.35 % is 0.0435, and nothing says which of both is meant. */
function refuseUntoldPercents({ columns }: Pick<ImportSheet, 'columns'>, fileName: string): void {
  if (columns.some(isPercent) && /\.xls$/i.test(fileName)) throw new Refused('XLS_PERCENT')
}

const earlierJob = ({ tx, actor }: Caller, kind: string, objectKey: string) =>
  tx
    .selectFrom('importJob')
    .select(['successfulNumber', 'errorNumber', 'errorObjectKey'])
    .where('kind', '=', kind)
    .where('companyId', '=', actor.companyId)
    .where('objectKey', '=', objectKey)
    .executeTakeFirstOrThrow()

const answerOf = ({ app }: Caller, done: { successfulNumber: number; errorNumber: number; errorObjectKey: string | null }) => ({
  ...done,
  listedNumber: Math.min(done.errorNumber, mostListed),
  errorUrl:
    done.errorObjectKey &&
    `/api/${app.config.prefix}-company/sysAttachment/content?objectKey=${encodeURIComponent(done.errorObjectKey)}`,
})

function groupsOf<Key extends string, Row extends { typed: Record<Key, string> }>(
  rows: Row[],
  groupOf?: (row: Record<Key, string>) => string,
): Row[][] {
  if (!groupOf) return rows.map((row) => [row])
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = groupOf(row.typed)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

/** Adds one document under a savepoint of its own: a faulty one undoes nothing of the others. */
async function addGroup({ tx }: Caller, add: () => Promise<unknown>): Promise<Faulty | undefined> {
  await sql`savepoint import_row`.execute(tx)
  try {
    await add()
    await sql`release savepoint import_row`.execute(tx)
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`rollback to savepoint import_row`.execute(tx)
    const [field] = error.data.fields ?? []
    const refusal = field?.message ?? error.refusal
    const papers = field?.params?.papers
    return {
      reason: isImportReason(refusal) ? refusal : 'BAD_REQUEST',
      ...(field ? { field: field.field } : {}),
      ...(papers ? { papers: `${papers}` } : {}),
    }
  }
}

/** Says of one cell after the other whether it still fits into the workbook. Cells share texts, so that a small file may have many long ones. */
function lettersLeft(): (text: string) => boolean {
  let left = mostLongLetters
  return ({ length }) => {
    if (length > longCell) left -= length
    return length <= longCell || left >= 0
  }
}

/**
 * The cells of a faulty row. Figures of a row that is wider than its heading may be cut: their cells stay empty, to be filled in anew. The cell
 * of a long text that does not fit stays empty too, because a part of a text is another text.
 */
const shownOf = <Key extends string>(
  sheet: ImportSheet<Key>,
  cell: (key: Key) => string,
  { reason }: Faulty,
  fits: (text: string) => boolean,
): string[] =>
  sheet.columns.map((column) => {
    const text = cell(column.key)
    return (reason === 'WIDER' && isFigure(column)) || !fits(text) ? '' : text
  })

function textOf({ language }: Caller, sheet: ImportSheet, { reason, field, at, papers = '' }: Faulty): string {
  const words = importWords[language]
  const title = sheet.columns.find(({ key }) => key === field)?.title[language] ?? field ?? ''
  return words[reason]
    .replace('{field}', title)
    .replace('{row}', `${at ?? ''}`)
    .replace('{papers}', () => papers)
}

async function errorReport({ app, tx, actor, language }: Caller, sheet: ImportSheet, rows: string[][]): Promise<string> {
  const words = importWords[language]
  const titles = [...sheet.columns.map(({ title }) => ({ title: title[language] })), { title: words.reason, width: 50 }]
  return storeGenerated(app, tx, {
    companyId: actor.companyId,
    userId: actor.userId,
    fileName: 'import-errors.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: await writeWorkbook(words.errors, titles, rows),
    purpose: 'import-errors',
  })
}
