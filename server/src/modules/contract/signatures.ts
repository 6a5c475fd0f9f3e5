import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import type { PdfSignature } from './contract-pdf.ts'

/** Who signs a contract and who has, with the pictures of their signatures; parties in the order of the contract. */
export async function signaturesOf(
  { tx, app }: { tx: Tx; app: App },
  contractId: string,
): Promise<(PdfSignature & { companyId: string })[]> {
  const rows = await tx
    .selectFrom('contractSignatory as s')
    .innerJoin('company as c', 'c.id', 's.companyId')
    .select([
      's.party',
      's.companyId',
      'c.name as companyName',
      's.signedName',
      's.signedAt',
      's.method',
      's.sha256',
      's.signatureKey',
    ])
    .where('s.contractId', '=', contractId)
    .execute()
  const order = ['SUPPLIER', 'BUYER', 'FUNDER']
  rows.sort((a, b) => order.indexOf(a.party) - order.indexOf(b.party))
  return Promise.all(
    rows.map(async ({ signatureKey, ...row }) => ({
      ...row,
      ...(signatureKey ? { image: await app.files.read(signatureKey) } : {}),
    })),
  )
}
