import { scaleOf } from '@usance/domain/currencies'
import type { XmlElement } from '../e-invoice/xml-element.ts'

// What a credit transfer initiation of version 9 may hold, written down by hand from the message definition as far as our
// files go: the parts of each element in their order, and how often each may stand there.
type Part = readonly [name: string, least: number, most: number]
const many = Number.POSITIVE_INFINITY
const party: readonly Part[] = [
  ['Nm', 0, 1],
  ['PstlAdr', 0, 1],
]
const account: readonly Part[] = [
  ['Id', 1, 1],
  ['Ccy', 0, 1],
]
const agent: readonly Part[] = [['FinInstnId', 1, 1]]
const parts: Record<string, readonly Part[]> = {
  Document: [['CstmrCdtTrfInitn', 1, 1]],
  CstmrCdtTrfInitn: [
    ['GrpHdr', 1, 1],
    ['PmtInf', 1, many],
  ],
  GrpHdr: [
    ['MsgId', 1, 1],
    ['CreDtTm', 1, 1],
    ['NbOfTxs', 1, 1],
    ['CtrlSum', 0, 1],
    ['InitgPty', 1, 1],
  ],
  InitgPty: party,
  PmtInf: [
    ['PmtInfId', 1, 1],
    ['PmtMtd', 1, 1],
    ['BtchBookg', 0, 1],
    ['NbOfTxs', 0, 1],
    ['CtrlSum', 0, 1],
    ['ReqdExctnDt', 1, 1],
    ['Dbtr', 1, 1],
    ['DbtrAcct', 1, 1],
    ['DbtrAgt', 1, 1],
    ['ChrgBr', 0, 1],
    ['CdtTrfTxInf', 1, many],
  ],
  ReqdExctnDt: [['Dt', 1, 1]],
  Dbtr: party,
  Cdtr: party,
  PstlAdr: [['Ctry', 0, 1]],
  DbtrAcct: account,
  CdtrAcct: account,
  DbtrAgt: agent,
  CdtrAgt: agent,
  FinInstnId: [
    ['BICFI', 0, 1],
    ['ClrSysMmbId', 0, 1],
    ['Nm', 0, 1],
    ['Othr', 0, 1],
  ],
  ClrSysMmbId: [
    ['ClrSysId', 0, 1],
    ['MmbId', 1, 1],
  ],
  ClrSysId: [['Cd', 1, 1]],
  CdtTrfTxInf: [
    ['PmtId', 1, 1],
    ['Amt', 1, 1],
    ['CdtrAgt', 0, 1],
    ['Cdtr', 0, 1],
    ['CdtrAcct', 0, 1],
    ['RmtInf', 0, 1],
  ],
  PmtId: [
    ['InstrId', 0, 1],
    ['EndToEndId', 1, 1],
  ],
  Amt: [['InstdAmt', 1, 1]],
  RmtInf: [['Ustrd', 0, many]],
}
// The identification of an account or of an agent is one of two: told apart by what it stands in.
const choices: Record<string, readonly string[]> = { Id: ['IBAN', 'Othr'] }

const word = (most: number) => new RegExp(`^[^\\p{Cc}]{1,${most}}$`, 'u')
// References travel through SWIFT: its letters only, and no stroke at an end or beside another.
const reference = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{0,34}[A-Za-z0-9\-?:().,'+ ]$/
const leaves: Record<string, RegExp> = {
  MsgId: reference,
  PmtInfId: reference,
  InstrId: reference,
  EndToEndId: reference,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  CtrlSum: /^(?=[\d.]{1,19}$)\d{1,18}(\.\d{1,17})?$/,
  PmtMtd: /^TRF$/,
  BtchBookg: /^(true|false)$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  ChrgBr: /^(SHAR|SLEV|DEBT|CRED)$/,
  // SEPA and Switzerland pass on 70 of the 140 characters of a name.
  Nm: word(70),
  Ctry: /^[A-Z]{2}$/,
  Ccy: /^[A-Z]{3}$/,
  IBAN: /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  Cd: word(5),
  MmbId: word(35),
  InstdAmt: /^(?=[\d.]{1,19}$)\d+(\.\d{1,5})?$/,
  Ustrd: word(140),
}

/** Everything that keeps a payment file from being the message it says it is; empty when a bank would read it. */
export function faultsOf(document: XmlElement): string[] {
  const transfers = find(document, 'CdtTrfTxInf')
  const references = transfers.flatMap((one) => find(one, 'EndToEndId')).map(({ text }) => text)
  const twice = references.filter((one, place) => references.indexOf(one) !== place)
  const amounts = find(document, 'InstdAmt').flatMap(({ text, attributes }) => {
    const decimals = text.split('.')[1]?.length ?? 0
    return decimals === scaleOf(attributes.Ccy!) && Number(text) > 0 ? [] : [`${attributes.Ccy} ${text}`]
  })
  const announced = [
    ...find(document, 'GrpHdr').map((group) => [group, document] as const),
    ...find(document, 'PmtInf').map((batch) => [batch, batch] as const),
  ]
  const counts = announced.flatMap(([header, of]) => {
    const told = header.children.find(({ name }) => name === 'NbOfTxs')?.text
    const there = String(find(of, 'CdtTrfTxInf').length)
    return told === there ? [] : [`${header.name}: ${told} transfers announced, ${there} there`]
  })
  return [...structureOf(document, ''), ...twice.map((one) => `EndToEndId: ${one} twice`), ...amounts, ...counts]
}

const find = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...find(child, name)])

function structureOf(element: XmlElement, within: string): string[] {
  const { name, children, text } = element
  const isAccountId = name === 'Id' && within.endsWith('Acct')
  if (isAccountId) {
    const isOne = children.length === 1 && choices.Id!.includes(children[0]!.name)
    return [
      ...(isOne ? [] : [`${name}: not one of ${choices.Id!.join(', ')}`]),
      ...children.flatMap((child) => structureOf(child, 'Id')),
    ]
  }
  if (name === 'Othr') {
    const most = within === 'Id' ? 34 : 35
    const isSound = children.length === 1 && children[0]!.name === 'Id' && word(most).test(children[0]!.text)
    return isSound ? [] : ['Othr: no identification']
  }
  const wanted = parts[name]
  if (!wanted) return leaves[name]?.test(text) && children.length === 0 ? [] : [`${name}: ${text}`]
  const places = children.map((child) => wanted.findIndex(([part]) => part === child.name))
  return [
    ...(children.length === 0 ? [`${name}: empty`] : []),
    ...children.filter((_, at) => places[at]! < 0).map((child) => `${name}: ${child.name} unknown`),
    ...children.filter((_, at) => at > 0 && places[at]! < places[at - 1]!).map((child) => `${name}: ${child.name} out of order`),
    ...wanted.flatMap(([part, least, most]) => {
      const count = children.filter((child) => child.name === part).length
      return count < least || count > most ? [`${name}: ${part} ${count} times`] : []
    }),
    ...children.flatMap((child) => structureOf(child, name)),
  ]
}
