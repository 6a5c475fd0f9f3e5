import { normalizeRegistration } from '@usance/domain/fingerprint'
import type { Tx } from '../../database/database.ts'
import type { EInvoiceParty } from '../../e-invoice/e-invoice.ts'
import { payeeOf, plainName } from '../../e-invoice/same-party.ts'

/** Whether a party of a document, its seller or who is paid, is this supplier, by number or by name. */
export async function isSeller(tx: Tx, supplierId: string, party: EInvoiceParty): Promise<boolean> {
  const own = await tx
    .selectFrom('company')
    .select(['name', 'nameLocal', 'bizRegNo', 'taxNo'])
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow()
  return hasNumber(own, party) || hasName(own, party)
}

/**
 * Whether a document asks for payment to somebody else than this supplier. Its seller under the same name is the supplier, and a payee
 * that it only gives a number of its own is nobody known.
 */
export async function paysAnother(
  tx: Tx,
  supplierId: string,
  { seller, payee }: { seller: EInvoiceParty; payee: EInvoiceParty | null },
): Promise<boolean> {
  const other = payeeOf({ seller, payee })
  return other !== null && !(await isSeller(tx, supplierId, other))
}

/**
 * The buyer among those the supplier trades with: by registration or tax number, else by its exact name. It is doubtful where number and
 * name, or two numbers, are those of different buyers.
 */
export async function buyerIn(tx: Tx, supplierId: string, party: EInvoiceParty) {
  const buyers = await tx
    .selectFrom('relationship')
    .innerJoin('company', 'company.id', 'relationship.buyerId')
    .select([
      'company.id',
      'company.code',
      'company.name',
      'company.nameLocal',
      'company.bizRegNo',
      'company.taxNo',
      'relationship.termDays',
    ])
    .where('relationship.supplierId', '=', supplierId)
    .where('relationship.status', '=', 'ENABLE')
    .execute()
  const byNumber = buyers.filter((buyer) => hasNumber(buyer, party))
  const byName = buyers.filter((buyer) => hasName(buyer, party))
  const buyer = byNumber[0] ?? byName[0]
  if (!buyer) return undefined
  const others = hasName(buyer, party) ? byNumber : [...byNumber, ...byName]
  return { ...buyer, isDoubtful: others.some(({ id }) => id !== buyer.id) }
}

type Registered = { name: string; nameLocal: string | null; bizRegNo: string; taxNo: string | null }

const hasNumber = ({ bizRegNo, taxNo }: Registered, party: EInvoiceParty) => {
  const numbers = [party.registration, party.vatId, party.taxNumber].flatMap((text) =>
    text ? [normalizeRegistration(text)] : [],
  )
  return [bizRegNo, taxNo].some((number) => number && numbers.includes(normalizeRegistration(number)))
}

const hasName = ({ name, nameLocal }: Registered, party: EInvoiceParty) => {
  const names = [party.name, party.tradingName].flatMap((text) => (text ? [plainName(text)] : []))
  return [name, nameLocal].some((one) => one && names.includes(plainName(one)))
}
