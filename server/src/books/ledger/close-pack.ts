import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { statementsOf } from '@usance/domain/ledger/statements'
import * as M from '@usance/domain/money'
import type { ledgerCalls } from '@usance/wire/ledger/calls'
import { ofOneMoment, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { asAttachment, sendMade } from '../../http/send-file.ts'
import { type BookAsked, bookAsked, movementsOf, namedAccount } from './own-book.ts'
import { packFormat, packKey, signPack } from './pack-signature.ts'
import { type BookLine, periodLines } from './period-journals.ts'

/**
 * Streams the close pack of a period as JSON: header, journals with their lines, trial balance, the hash of each part, and the
 * signature over the hashes. The script `verify-books.mjs`, which the portal serves, checks the file with Node alone.
 */
export const closePack: Handler<typeof ledgerCalls.closePack> = async (request) => {
  const { app, tx, actor, now } = request
  ofOneMoment(tx)
  const asked = bookAsked(request)
  const { ownerName, book, from, to, basis, currency = null } = asked
  const header = { owner: ownerName, book, from, to, basis, currency, madeAt: now.toISOString() }
  const trialBalance = await packedBalances(tx, asked)
  const lines = await periodLines(tx, actor, asked)
  return sendMade(request, Readable.from(packText(app.installKey, { header, trialBalance, lines })), {
    // A client tells a file from a refusal by its type: as JSON it would be an answer.
    'content-type': 'application/octet-stream',
    'content-disposition': asAttachment(`books_${book}_${from}_${to}.json`),
  })
}

async function packedBalances(tx: Tx, asked: BookAsked) {
  return (await movementsOf(tx, asked)).flatMap(({ currency, movements }) =>
    statementsOf(currency, movements).trialBalance.map(({ account, opening, debit, credit, closing }) => ({
      ...namedAccount(account),
      kind: account.kind,
      currency,
      opening: M.toDecimal(opening),
      debit: M.toDecimal(debit),
      credit: M.toDecimal(credit),
      closing: M.toDecimal(closing),
    })),
  )
}

type Pack = { header: object; trialBalance: readonly object[]; lines: AsyncIterable<BookLine[]> }

/** The parts stand in the file as they are hashed, so that the journals are hashed while they are written. */
async function* packText(installKey: Buffer, { header, trialBalance, lines }: Pack): AsyncGenerator<string> {
  const headerText = canonical(header)
  yield `{"format":"${packFormat}",\n"header":${headerText},\n"journals":`
  const hash = createHash('sha256')
  for await (const text of journalTexts(lines)) {
    hash.update(text)
    yield text
  }
  const balanceText = canonical(trialBalance)
  const hashes = { header: sha256(headerText), journals: hash.digest('hex'), trialBalance: sha256(balanceText) }
  yield `,\n"trialBalance":${balanceText},\n"hashes":${canonical(hashes)},\n`
  yield `"publicKey":"${packKey(installKey)}",\n"signature":"${signPack(installKey, hashes)}"}\n`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The journals as the canonical JSON of one array, piece by piece. */
async function* journalTexts(batches: AsyncIterable<BookLine[]>): AsyncGenerator<string> {
  let before = '['
  let open: BookLine[] = []
  const close = () => {
    const text = before + canonical(journalOf(open))
    before = ','
    open = []
    return text
  }
  for await (const batch of batches) {
    let text = ''
    for (const line of batch) {
      if (open[0] && open[0].id !== line.id) text += close()
      open.push(line)
    }
    yield text
  }
  yield `${open.length > 0 ? close() : '['}]`
}

/** A journal with its lines in the book. */
function journalOf(lines: readonly BookLine[]) {
  const { id, reference, event, valueDate, postedOn, reversalOf } = lines[0]!
  return {
    id,
    reference,
    event,
    valueDate,
    postedOn,
    reversalOf,
    lines: lines.map(({ account, currency, side, amount, orderNo, counterparty }) => ({
      account,
      currency,
      side,
      amount,
      orderNo,
      counterparty,
    })),
  }
}
