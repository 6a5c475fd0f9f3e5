import type { Before } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import type { Kind, Questions } from '../../parsing/questions.ts'
import { fileOf } from './stored-file.ts'

type Stored = Awaited<ReturnType<typeof fileOf>>
type Asker = Pick<Before, 'app' | 'actor'>

/** Parses a stored file for the caller's company. Call it outside a transaction. */
export async function parseFile<K extends Kind>(
  { app, actor }: Asker,
  file: Pick<Stored, 'objectKey'>,
  kind: K,
  asked: Questions[K]['asked'],
): Promise<Questions[K]['answer']> {
  const { path, release } = await app.files.onDisk(file.objectKey)
  return app.parsers.ask(actor.companyId, { path }, kind, asked).finally(release)
}

/** The same for a file that the caller's own company has uploaded; any other file is missing. */
export async function parseOwnFile<K extends Kind>(
  asker: Asker & Pick<Before, 'look'>,
  fileKey: string,
  kind: K | ((file: Stored) => K),
  asked: Questions[K]['asked'] = {},
): Promise<Questions[K]['answer']> {
  const file = await asker.look((request) => fileOf(request, fileKey))
  if (file.companyId !== asker.actor.companyId) throw new Refused('NOT_FOUND')
  return parseFile(asker, file, typeof kind === 'function' ? kind(file) : kind, asked)
}

/** The sheet of the workbook or csv file that a call names as `fileKey`. */
export const sheetOf = (request: Before): Promise<string[][]> => parseOwnFile(request, request.query.fileKey, 'sheet')
