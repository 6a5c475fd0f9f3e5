import { standingApprovals } from '@usance/domain/states/bank-account'
import { type OnboardingCheck, type OnboardingPaper, requiredDocumentKinds } from '@usance/wire/onboarding/calls'
import type { Tx } from '../../database/database.ts'
import { isUnifiedSocialCreditCode } from '../../reference/codes.ts'
import { documentsFound, seenElsewhere } from './told-checks.ts'
import { namesListed, nearestTold, nearNames } from './watch-lists.ts'

export type KycFacts = {
  companyId: string
  name: string
  /** The name in the company's own writing; null where it has none. */
  nameLocal: string | null
  bizRegNo: string
  country: string
  people: { name: string; function: string }[]
  documents: OnboardingPaper[]
}
/** One source of automatic checks. An outside service becomes one by implementing this and joining `kycProviders`. */
export type KycProvider = {
  code: string
  check: (facts: KycFacts, context: { tx: Tx; today: string }) => Promise<OnboardingCheck>
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
const forms: Record<string, (number: string) => boolean> = {
  CN: isUnifiedSocialCreditCode,
  DE: (number) => /^(HR[AB]|GNR|PR|VR)\d{1,6}[A-Z]{0,2}$/.test(plain(number)),
  GB: (number) => /^(\d{8}|(SC|NI|OC|SO|NC|FC|BR|IP|R0)\d{6})$/.test(plain(number)),
  SG: (number) => /^(\d{8}[A-Z]|(18|19|20)\d{7}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/.test(plain(number)),
  // Prefixes that the revenue service never gave out.
  US: (number) => /^(?!0[07-9]|1[7-9]|[27-8]9|49|70|69|9[67])\d{9}$/.test(plain(number)),
  HK: (number) => /^\d{7,8}$/.test(plain(number)),
}
/** Further forms of the numbers of a register. The check cannot tell which of these are in use: a person looks. */
const otherForms: Record<string, (number: string) => boolean> = {
  // Partnerships, groupings, societies and others have letters of their own. The register adds letters from time to time.
  GB: (number) => /^(?=.{8}$)[A-Z]{1,2}\d{5,7}R?$/.test(plain(number)),
}

const registry: KycProvider = {
  code: 'REGISTRY_NUMBER',
  async check({ bizRegNo, country }) {
    const form = forms[country]
    if (!form) return { provider: this.code, outcome: 'MANUAL', evidence: [`NO_RULE ${country}`] }
    const holds = form(bizRegNo)
    if (!holds && otherForms[country]?.(bizRegNo))
      return { provider: this.code, outcome: 'MANUAL', evidence: [`OTHER_FORM ${country} ${bizRegNo}`] }
    return {
      provider: this.code,
      outcome: holds ? 'PASSED' : 'FAILED',
      evidence: [`${holds ? 'FITS' : 'UNFIT'} ${country} ${bizRegNo}`],
    }
  },
}

/** How many near names of the watch lists an admission tells. */
const mostNear = 20

const sanctions: KycProvider = {
  code: 'SANCTIONS',
  async check({ name, nameLocal, people }, { tx }) {
    const names = await namesListed(tx)
    // An empty list proves nothing.
    if (names === 0) return { provider: this.code, outcome: 'MANUAL', evidence: ['LIST_EMPTY'] }
    const near = await nearNames(tx, [name, ...(nameLocal ? [nameLocal] : []), ...people.map((person) => person.name)])
    if (near.length === 0) return { provider: this.code, outcome: 'PASSED', evidence: [`COMPARED ${names}`] }
    return { provider: this.code, outcome: 'MANUAL', evidence: nearestTold(near, mostNear) }
  },
}

const readable = /\.(pdf|png|jpe?g)$/i
const documents: KycProvider = {
  code: 'DOCUMENTS',
  async check({ documents: papers, companyId }, { tx, today }) {
    const faults: string[] = []
    // Told after the faults, and to the staff alone.
    const doubts: string[] = []
    for (const kind of requiredDocumentKinds) if (!papers.some((paper) => paper.kind === kind)) faults.push(`MISSING ${kind}`)
    const seen = new Map<string, string>()
    for (const paper of papers) {
      if (!readable.test(paper.fileName)) faults.push(`TYPE ${paper.fileName}`)
      if (paper.expiresOn && paper.expiresOn < today) faults.push(`EXPIRED ${paper.fileName} ${paper.expiresOn}`)
      const file = await tx.selectFrom('storedFile').select('sha256').where('objectKey', '=', paper.objectKey).executeTakeFirst()
      if (!file) continue
      if (seen.has(file.sha256)) faults.push(`DUPLICATE ${paper.fileName} = ${seen.get(file.sha256)}`)
      seen.set(file.sha256, paper.fileName)
      const elsewhere = await tx
        .selectFrom('storedFile')
        .select('id')
        .where('sha256', '=', file.sha256)
        .where('companyId', '<>', companyId)
        .limit(1)
        .executeTakeFirst()
      if (elsewhere) doubts.push(seenElsewhere(paper))
    }
    return { provider: this.code, ...documentsFound(papers.length, [...faults, ...doubts]) }
  },
}

const account: KycProvider = {
  code: 'BANK_ACCOUNT',
  async check({ companyId }, { tx }) {
    const proven = await tx
      .selectFrom('bankVerification as v')
      .innerJoin('bankAccount as a', 'a.id', 'v.bankAccountId')
      .select('v.no')
      .where('v.companyId', '=', companyId)
      .where('v.status', '=', 'PASSED')
      // An account that was refused or switched off since proves nothing.
      .where('a.approval', 'in', [...standingApprovals])
      .where('a.disabledAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return { provider: this.code, outcome: proven ? 'PASSED' : 'MANUAL', evidence: [proven ? `PROVEN ${proven.no}` : 'UNPROVEN'] }
  },
}

export const kycProviders: readonly KycProvider[] = [registry, sanctions, documents, account]
