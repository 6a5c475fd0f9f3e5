import { helpCalls } from '@usance/wire/help/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

const texts = (tx: Tx) =>
  tx
    .selectFrom('helpText')
    .select(['id', 'category', 'titleEn', 'titleCn', 'bodyEn', 'bodyCn', 'seq', 'published', 'version', 'updatedAt'])
    .orderBy('seq')
    .orderBy('id')
const asAnswer = (rows: Awaited<ReturnType<ReturnType<typeof texts>['execute']>>) => rows

export const helpRoutes = routes(helpCalls, {
  list: async ({ tx, actor, body }) =>
    asAnswer(
      await texts(tx)
        .$if(body.category !== undefined, (query) => query.where('category', '=', body.category!))
        .$if(!actor.permissions.has('system.i18n.edit'), (query) => query.where('published', '=', true))
        .execute(),
    ),
  open: async ({ tx, params }) =>
    asAnswer(await texts(tx).where('category', '=', params.category).where('published', '=', true).execute()),
  save: async (request) => {
    const { tx, actor, body } = request
    const { id, version, idempotencyKey: _, ...text } = body
    const facts = { ...text, updatedBy: actor.userId }
    const saved = id
      ? await tx
          .updateTable('helpText')
          .set({ ...facts, version: sql`version + 1`, updatedAt: sql`app_now()` })
          .where('id', '=', id)
          .where('version', '=', version ?? 0)
          .returning('id')
          .executeTakeFirst()
      : await tx.insertInto('helpText').values(facts).returning('id').executeTakeFirstOrThrow()
    if (!saved) {
      const there = await tx.selectFrom('helpText').select('id').where('id', '=', id!).executeTakeFirst()
      throw new Refused(there ? 'STALE_VERSION' : 'NOT_FOUND')
    }
    await audit(request, {
      event: id ? 'HELP_TEXT_EDITED' : 'HELP_TEXT_ADDED',
      objectType: 'HELP_TEXT',
      objectNo: String(saved.id),
      after: { category: text.category, titleEn: text.titleEn },
    })
    return { id: saved.id }
  },
})
