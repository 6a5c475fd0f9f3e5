import type { ReportLine } from '../../payment-file/read-pain002.ts'

/** Whether a status of the bank says that a transfer is settled; a refusal may still follow the earlier ones. */
export const saysSettled = (status: string | null) => status === 'ACSC' || status === 'ACCC'

/** What a file names one of its transfers by. */
type Item = { batchId: string; instructionId: string; endToEndId: string }

/** Lines by a name in them; what has none is found by nobody. */
type ByName = ReadonlyMap<string | null, readonly ReportLine[]>
function byName(lines: readonly ReportLine[], nameOf: (line: ReportLine) => string | null): ByName {
  const found = new Map<string | null, ReportLine[]>()
  for (const line of lines) {
    const same = found.get(nameOf(line))
    if (same) same.push(line)
    else found.set(nameOf(line), [line])
  }
  return found
}

/**
 * What the lines of a report say of the items of its file: the most exact lines `on` a transfer, and those on a transfer, or refusing a
 * batch, that is `ofNone`. A report has as many lines as its file has payments, so they are found by name.
 */
export function saidIn(lines: readonly ReportLine[], items: readonly Item[]) {
  const at: Record<ReportLine['level'], ReportLine[]> = { TRANSFER: [], BATCH: [], FILE: [] }
  for (const line of lines) at[line.level].push(line)
  // The reference counts, and the instruction where the line has no reference.
  const byReference = byName(at.TRANSFER, ({ endToEndId }) => endToEndId)
  const byInstruction = byName(byReference.get(null) ?? [], ({ instructionId }) => instructionId)
  const byBatch = byName(at.BATCH, ({ batchId }) => batchId)
  const known = {
    references: new Set(items.map(({ endToEndId }) => endToEndId)),
    instructions: new Set(items.map(({ instructionId }) => instructionId)),
    batches: new Set(items.map(({ batchId }) => batchId)),
  }
  const has = (names: ReadonlySet<string>, name: string | null) => name !== null && names.has(name)
  return {
    /** The lines on a transfer: its own, else those of its batch, else those of the whole file; beside a refusal what settles more. */
    on({ endToEndId, instructionId, batchId }: Item): readonly ReportLine[] {
      const own = [...(byReference.get(endToEndId) ?? []), ...(byInstruction.get(instructionId) ?? [])]
      const ofBatch = byBatch.get(batchId) ?? []
      // What is said of the file does not count for a batch that is told of.
      const [said, wider] =
        own.length > 0 ? [own, [...ofBatch, ...at.FILE]] : ofBatch.length > 0 ? [ofBatch, at.FILE] : [at.FILE, []]
      // A refusal in a batch or file that is settled is none.
      return said.some(({ outcome }) => outcome === 'REJECTED')
        ? [...said, ...wider.filter(({ status }) => saysSettled(status))]
        : said
    },
    ofNone: lines.filter(({ level, outcome, endToEndId, instructionId, batchId }) => {
      if (level === 'TRANSFER')
        return endToEndId !== null ? !has(known.references, endToEndId) : !has(known.instructions, instructionId)
      return level === 'BATCH' && outcome === 'REJECTED' && !has(known.batches, batchId)
    }),
  }
}
