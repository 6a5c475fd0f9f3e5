import { contractCalls } from '@usance/wire/contract/calls'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'

/** Hands the contract's PDF to the browser's downloads. */
export async function downloadContract(id: string, no: string) {
  const { blob, fileName } = await send(contractCalls.download, { query: { id } })
  saveFile(blob, fileName ?? `${no}.pdf`)
}
