import { internationalCalls } from '@usance/wire/international/calls'
import { sql } from 'kysely'
import { lockUser } from '../../database/lock-user.ts'
import { type Handler, routes } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { configuredSheet } from '../dynamic-form/configured-sheet.ts'
import { importSheets } from '../sheet-import/import-sheets.ts'
import { sendTemplate } from '../sheet-import/sheet.ts'
import { builtInChinese, laidOver, type Tree } from './chinese-texts.ts'
import { saveRecord, shownRecord } from './save-record.ts'

const list: Handler<typeof internationalCalls.list> = async ({ tx, body }) => {
  const rows = await tx
    .selectFrom('languageRecord')
    .selectAll()
    .where('langKey', '=', body.langKey)
    .$if(body.namespace !== undefined, (found) => found.where('namespace', '=', body.namespace!))
    .orderBy('namespace')
    .execute()
  return rows.map(shownRecord)
}

/** All Chinese texts, an administrator's over the built-in ones, as the text of a module. */
const chineseFile: Handler<typeof internationalCalls.chineseFile> = async ({ app, tx, raw }) => {
  const rows = await tx.selectFrom('languageRecord').select(['namespace', 'value']).where('langKey', '=', 'zh-CN').execute()
  const own = Object.fromEntries(rows.map((row) => [row.namespace, row.value as Tree]))
  const texts = laidOver(await builtInChinese(app.config.webDir), own)
  raw.reply
    .type('text/typescript; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(`export default ${JSON.stringify(texts, null, 2)}\n`)
  return undefined
}

const downloadTemplate: Handler<typeof internationalCalls.downloadTemplate> = async (request) => {
  const sheets = importSheets.of(request.app)
  const type = request.query.type.toUpperCase()
  if (type !== 'INVOICE' && type !== 'PURCHASE_ORDER') throw new Refused('NOT_FOUND')
  return sendTemplate(await configuredSheet(request.tx, `${type}_SHEET`, sheets[type].supplier), request)
}

/** The most missing keys that one user may report, well above the total of all pages. */
export const mostReported = 500

const reportMissing: Handler<typeof internationalCalls.reportMissing> = async ({ tx, actor, body }) => {
  const keys = [...new Set(body.keys)].sort()
  // Concurrent calls wait here for each other, so that the count is exact.
  await lockUser(tx, actor.userId)
  const { rows } = await sql<{ reported: number; fresh: number }>`
    select (select count(*)::int from missing_text where reported_by = ${actor.userId}) as reported,
      (select count(*)::int from unnest(${keys}::text[]) as asked (key)
       where not exists (select from missing_text where lang_key = ${body.langKey} and text_key = asked.key)) as fresh`.execute(
    tx,
  )
  const { reported, fresh } = rows[0]!
  if (fresh > 0 && reported + fresh > mostReported) throw faultyField('keys', 'KEPT_ENOUGH', { count: mostReported })
  await tx
    .insertInto('missingText')
    .values(keys.map((textKey) => ({ langKey: body.langKey, textKey, page: body.page, reportedBy: actor.userId })))
    .onConflict((c) =>
      c
        .columns(['langKey', 'textKey'])
        .doUpdateSet({ seen: sql`missing_text.seen + 1`, lastSeenAt: sql`app_now()`, page: body.page }),
    )
    .execute()
  return {}
}

const missing: Handler<typeof internationalCalls.missing> = async ({ tx, body }) => {
  const rows = await tx
    .selectFrom('missingText')
    .selectAll()
    .$if(body.langKey !== undefined, (found) => found.where('langKey', '=', body.langKey!))
    .orderBy('seen', 'desc')
    .orderBy('textKey')
    .limit(500)
    .execute()
  const records = await tx.selectFrom('languageRecord').select(['langKey', 'namespace', 'value']).execute()
  const has = (langKey: string, key: string) => {
    const [namespace, ...path] = key.split('.')
    const record = records.find((one) => one.langKey === langKey && one.namespace === namespace)
    let at: unknown = record?.value
    for (const part of path) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined
    return typeof at === 'string' && at !== ''
  }
  // A key that has got its text since is no longer missing.
  return rows.filter((row) => !has(row.langKey, row.textKey))
}

export const internationalRoutes = routes(internationalCalls, {
  list,
  save: saveRecord,
  chineseFile,
  downloadTemplate,
  reportMissing,
  missing,
})
