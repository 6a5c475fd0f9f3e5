import { Readable } from 'node:stream'
import type { monitorCalls } from '@usance/wire/monitor/calls'
import { sql } from 'kysely'
import { type AuditRow, entryColumns, genesis, publicKeyOf, told } from '../../audit/chain.ts'
import { refusePartner } from '../../auth/partner.ts'
import { ofOneMoment, type Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { asAttachment, sendMade } from '../../http/send-file.ts'

const batch = 2000

/**
 * Streams the audit entries of the caller's company since a day (UTC) as JSON lines: the signed head with the public key, then
 * every link of the chain from that day on. A link of the company carries its entry and nonce; a link of another one carries the
 * digest alone. What an entry changed is read by staff alone: they get the salt of its digests too. An entry whose digests have none
 * appears by its own digest alone, where it changed anything. The script `verify-audit-proof.mjs`, which the portal serves, checks the file with Node alone.
 */
export const proof: Handler<typeof monitorCalls.proof> = async (request) => {
  const { app, tx, actor, query } = request
  refusePartner(actor)
  ofOneMoment(tx)
  const head = await tx.selectFrom('auditHead').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const { rows } = await sql<{ seq: string | null; prevHash: Buffer }>`
    select k.seq, k.prev_hash from audit_link k join audit_log l on l.id = k.audit_id
    where l.at >= ${query.from}::date order by k.seq limit 1`.execute(tx)
  const first = rows[0]
  const header = {
    format: 'usance-audit-proof/1',
    company: actor.companyName,
    from: query.from,
    publicKey: publicKeyOf(app.installKey),
    firstSeq: first?.seq ?? null,
    previousHash: (first?.prevHash ?? genesis).toString('hex'),
    head: head && {
      seq: head.seq,
      hash: head.hash.toString('hex'),
      signedAt: head.signedAt,
      signature: head.signature.toString('hex'),
    },
  }
  return sendMade(request, Readable.from(lines(tx, header, first?.seq ?? null, actor)), {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': asAttachment(`audit-proof_${query.from}.ndjson`),
  })
}

type Reader = Pick<Actor, 'companyId' | 'staff'>
type Link = AuditRow & { seq: string; nonce: Buffer; salt: Buffer | null; digest: Buffer }

async function* lines(tx: Tx, header: object, firstSeq: string | null, reader: Reader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  let after = firstSeq === null ? null : BigInt(firstSeq) - 1n
  while (after !== null) {
    const { rows } = await sql<Link>`
      select l.*, k.seq, k.nonce, k.salt, k.digest from audit_link k
      left join (select ${entryColumns} from audit_log) l on l.id = k.audit_id and l.company_id = ${reader.companyId}
      where k.seq > ${String(after)}::bigint order by k.seq limit ${batch}`.execute(tx)
    yield rows.map((row) => `${JSON.stringify(lineOf(row, reader))}\n`).join('')
    after = rows.length === batch ? BigInt(rows[batch - 1]?.seq ?? 0) : null
  }
}

function lineOf({ seq, nonce, salt, digest, ...row }: Link, { staff }: Reader): object {
  const place = { seq, digest: digest.toString('hex') }
  if (row.id === null) return place
  const entry = told(salt, row)
  if (!entry) return place
  return { ...place, nonce: nonce.toString('hex'), ...(staff && salt ? { salt: salt.toString('hex') } : {}), entry }
}
