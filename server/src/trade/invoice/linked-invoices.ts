import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { type Money, toDecimal } from '@usance/domain/money'
import { withoutZeros } from '@usance/domain/rational'
import { type RawBuilder, sql } from 'kysely'
import { type Tx, together } from '../../database/database.ts'

/** What an invoice says of others; numbers are normalised, fingerprints in hex. */
export type Linking = { buyerId: string; normNo: string; normTaxNo: string | null; amount: Money; fp1: string; fp2: string }

/** Signs that an invoice is another one once more, which the person who entered it does not see. */
export type LinkedFlag = 'SAME_TAX_NO' | 'NAMED_BY_INVOICE' | 'FORMER_PARTY' | 'OTHER_SUPPLIER'

/**
 * What links invoices of a supplier to others that are not cancelled: the number of their tax invoice; a document that names them as
 * preceding it; an invoice of another supplier to the same buyer with the same number and amount, one debt claimed twice; and the
 * fingerprints under which an invoice of anybody was known before one of its companies took another registration number. `exceptId` is the invoice itself. The transaction sees every company.
 */
export async function linksOf(
  tx: Tx,
  supplierId: string,
  invoices: readonly Linking[],
  exceptId: string | null = null,
): Promise<(invoice: Linking) => LinkedFlag[]> {
  const others = sql`doc_status <> 'CANCELLED' and id is distinct from ${exceptId}::uuid`
  const ofSupplier = sql`from invoice where supplier_id = ${supplierId} and ${others}`
  const prints = [...new Set(invoices.flatMap(({ fp1, fp2 }) => [fp1, fp2]))]
  const [taxNos, named, claimed, former] = await together(
    textsOf(
      tx,
      sql`norm_tax_no as text ${ofSupplier} and norm_tax_no = any(${invoices.flatMap(({ normTaxNo }) => normTaxNo ?? [])}::text[])`,
    ),
    textsOf(
      tx,
      sql`buyer_id || ' ' || unnest(named_nos) as text ${ofSupplier}
        and named_nos <> '{}' and named_nos && ${invoices.map(({ normNo }) => normNo)}::text[]`,
    ),
    textsOf(
      tx,
      sql`concat_ws(' ', buyer_id, norm_no, currency, trim_scale(amount)) as text from invoice where ${others} and supplier_id <> ${supplierId}
        and buyer_id = any(${[...new Set(invoices.map(({ buyerId }) => buyerId))]}::uuid[]) and norm_no = any(${invoices.map(({ normNo }) => normNo)}::text[])`,
    ),
    textsOf(
      tx,
      sql`encode(unnest(former_prints), 'hex') as text from invoice where ${others}
        and former_prints <> '{}' and former_prints && array(select decode(h, 'hex') from unnest(${prints}::text[]) h)`,
    ),
  )
  return ({ buyerId, normNo, normTaxNo, amount, fp1, fp2 }) => {
    const found = [
      normTaxNo !== null && taxNos.has(normTaxNo) && ('SAME_TAX_NO' as const),
      named.has(`${buyerId} ${normNo}`) && ('NAMED_BY_INVOICE' as const),
      claimed.has(`${buyerId} ${normNo} ${amount.currency} ${withoutZeros(toDecimal(amount))}`) && ('OTHER_SUPPLIER' as const),
      (former.has(fp1) || former.has(fp2)) && ('FORMER_PARTY' as const),
    ]
    return found.filter((flag) => flag !== false)
  }
}

async function textsOf(tx: Tx, selected: RawBuilder<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`select ${selected}`.execute(tx)
  return new Set(rows.map(({ text }) => text))
}

type Pair = { supplierId: string; buyerId: string }

/** The numbers that a document names, each once, as they are compared. */
export const normalNumbers = (texts: readonly string[]): string[] => [...new Set(texts.map(normalizeDocumentNo).filter(Boolean))]

/** The number of an invoice between two parties that stands and is one of some that a document names; undefined without any. */
export async function namedInvoice(
  tx: Tx,
  { supplierId, buyerId }: Pair,
  normNos: readonly string[],
  exceptId: string | null = null,
): Promise<string | undefined> {
  if (normNos.length === 0) return undefined
  const found = await tx
    .selectFrom('invoice')
    .select('invoiceNo')
    .where('supplierId', '=', supplierId)
    .where('buyerId', '=', buyerId)
    .where('normNo', 'in', normNos)
    .where('docStatus', '<>', 'CANCELLED')
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId!))
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return found?.invoiceNo
}
