import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { inTransaction } from '../database/database.ts'
import { storeGenerated } from '../platform/file/stored-file.ts'
import type { Day } from './day.ts'
import { decideOpenTasks } from './desk.ts'
import { look } from './look.ts'
import { orRefused } from './person.ts'

const firstDaysLeft = 9
type File = { id: string; no: string; platformId: string }

/** Whether payments go to the bank by file by now; before that settlement typed each into the bank's own page. */
export const usesFiles = ({ daysLeft }: Day) => daysLeft <= firstDaysLeft

/**
 * Settlement reads what the bank reports of the files that went out, and makes a file of the payments that are instructed. Colleagues approve
 * it, and settlement takes it out on the same day: on the next one its execution date is over (decision 306).
 */
export async function sendFiles(day: Day): Promise<void> {
  if (!usesFiles(day)) return
  const { client } = day
  for (const file of await filesIn(day, 'TAKEN')) await readReport(day, file)
  const ready = await orRefused(client.ask('settle', paymentFileCalls.ready, { body: {} }))
  const paymentIds = (ready?.payments ?? []).filter(({ blockedBy }) => !blockedBy).map(({ id }) => id)
  if (paymentIds.length === 0) return
  await orRefused(client.ask('settle', paymentFileCalls.make, { body: { paymentIds } }))
  await decideOpenTasks(day)
  for (const { id } of await filesIn(day, 'READY')) await orRefused(client.ask('settle', paymentFileCalls.take, { body: { id } }))
}

/** The files of a status that the bank has reported nothing of. */
const filesIn = ({ app }: Day, status: 'READY' | 'TAKEN') =>
  look(
    { app },
    sql<File>`select f.id, f.no, c.id as platform_id from payment_file f cross join company c where c.is_platform
          and f.status = ${status} and not exists (select from payment_report r where r.file_id = f.id) order by f.no`,
  )

/** The bank takes everything but, once, a transfer whose account it does not know. */
async function readReport(day: Day, file: File): Promise<void> {
  const { app, client } = day
  const { refusedBefore, items } = await inTransaction(app.db, { kind: 'system' }, 'read', async (tx) => ({
    refusedBefore: (
      await sql<{ n: number }>`select count(*)::int as n from payment_file_item where status = 'REJECTED'`.execute(tx)
    ).rows[0]!.n,
    items: (
      await sql<{
        endToEndId: string
        type: string
      }>`select i.end_to_end_id, p.type from payment_file_item i join payment p on p.id = i.payment_id
        where i.file_id = ${file.id} order by i.end_to_end_id`.execute(tx)
    ).rows,
  }))
  const refused = refusedBefore > 0 ? undefined : items.find(({ type }) => type === 'RELEASE')?.endToEndId
  const lines = items.map(({ endToEndId }) =>
    endToEndId === refused
      ? `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf></TxInfAndSts>`
      : `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>`,
  )
  const report = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>BANK-${file.no}</MsgId><CreDtTm>${day.today}T10:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file.no}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${file.no}-1</OrgnlPmtInfId>${lines.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  const { userId } = await client.person('settle2')
  const fileKey = await inTransaction(app.db, { kind: 'system' }, 'write', (tx) =>
    storeGenerated(app, tx, {
      companyId: file.platformId,
      userId,
      fileName: `${file.no}-status.xml`,
      contentType: 'application/xml',
      content: Buffer.from(report),
      purpose: 'upload',
    }),
  )
  await orRefused(client.ask('settle2', paymentFileCalls.importReport, { body: { fileKey } }))
}
