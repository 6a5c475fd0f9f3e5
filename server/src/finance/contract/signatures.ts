import { readFile, stat } from 'node:fs/promises'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { sizeOf } from '../../reading/picture-size.ts'
import type { PdfSignature } from './contract-pdf.ts'

const mostBytes = 2_000_000
const mostPixels = 4_000_000

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
      ...(signatureKey ? { image: await pictureIn(app, signatureKey) } : {}),
    })),
  )
}

/** The reduced image of a signature; an older upload is used unchanged if it is a small image. */
async function pictureIn(app: App, objectKey: string): Promise<Buffer | undefined> {
  const { path, release } = await app.files.onDisk(objectKey)
  try {
    if ((await stat(path)).size > mostBytes) return undefined
    const content = await readFile(path)
    const { width, height } = sizeOf(content) ?? { width: 0, height: 0 }
    return width * height > 0 && width * height <= mostPixels ? content : undefined
  } finally {
    await release()
  }
}
