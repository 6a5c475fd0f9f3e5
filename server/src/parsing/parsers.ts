import { Refused } from '../http/refused.ts'
import { type Halt, type LaneLimits, openLane } from './lane.ts'
import type { DocumentQuestions, Foreign, Kind, Questions } from './questions.ts'
import { openShares } from './shares.ts'

/** The limits of data files. */
export const dataLimits: LaneLimits = {
  processes: 2,
  perCompany: 1,
  waiting: 20,
  seconds: 20,
  megabytes: 700,
  heapMegabytes: 400,
  files: 200,
  idleSeconds: 600,
}
// The check of an upload's head and directory never waits for a file that is being read.
const checkLimits: LaneLimits = { ...dataLimits, seconds: 10, megabytes: 400, heapMegabytes: 200 }
const documentLimits: LaneLimits = {
  processes: 2,
  perCompany: 1,
  waiting: 30,
  seconds: 90,
  megabytes: 1000,
  heapMegabytes: 512,
  files: 40,
  idleSeconds: 120,
}
// Sending an invoice waits for its papers, so they do not queue behind documents whose pages the same company has read.
const paperLimits: LaneLimits = { ...dataLimits, waiting: 200, idleSeconds: 120 }
const ofDocuments: Record<keyof DocumentQuestions, true> = { 'e-invoice-pdf': true, extract: true, page: true, picture: true }
const isOfDocuments = (kind: Kind): boolean => Object.hasOwn(ofDocuments, kind)

/** The interface to all parsers of bytes from outside. The processes that answer requests never parse them. */
export type Parsers = {
  /**
   * Parses a file in a process beside this one. Companies take turns. Rejects with a Refused: the fault of the file,
   * FILES_WAITING when too many of the company wait, FILE_TOO_HARD or OCR_FAILED at a limit.
   */
  ask: <K extends Kind>(
    companyId: string,
    file: Foreign,
    kind: K,
    asked: Questions[K]['asked'],
  ) => Promise<Questions[K]['answer']>
  /** The processes that read documents, for tests and benches that watch them. */
  documentPids: () => number[]
  close: () => void
}

/** The parsers of one server; their processes start with the first file. */
export function openParsers(
  limits: {
    data?: Partial<LaneLimits>
    checks?: Partial<LaneLimits>
    documents?: Partial<LaneLimits>
    papers?: Partial<LaneLimits>
  } = {},
): Parsers {
  const tooHard = (halt: Halt) => new Refused('FILE_TOO_HARD', { reason: halt })
  const shares = openShares()
  const data = openLane('parse-data-child', { ...dataLimits, ...limits.data }, tooHard, shares)
  const checks = openLane('parse-data-child', { ...checkLimits, ...limits.checks }, tooHard, shares)
  // A file that was too slow or crashed its process may succeed later: code 400 asks the browser to try again.
  const documents = openLane(
    'parse-document-child',
    { ...documentLimits, ...limits.documents },
    (halt) => new Refused('OCR_FAILED', { code: 400, reason: halt }),
    shares,
  )
  const papers = openLane('parse-paper-child', { ...paperLimits, ...limits.papers }, tooHard, shares)
  const laneOf = (kind: Kind) => (isOfDocuments(kind) ? documents : kind === 'upload' ? checks : kind === 'paper' ? papers : data)
  return {
    ask: (companyId, file, kind, asked) => laneOf(kind).ask(companyId, { kind, file, asked }) as Promise<never>,
    documentPids: documents.pids,
    close: () => {
      data.close()
      checks.close()
      documents.close()
      papers.close()
    },
  }
}
