import type { CompanyRole } from '@usance/wire/roles'
import { hashPassword } from '../../auth/password-hash.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { saveSigningRight } from '../account/seats.ts'

// What the operator's staff set up for the parties of the portal. Callers have authorised the work and run it in a
// transaction that sees every company.

export type NewCompany = {
  code: string
  name: string
  nameLocal?: string
  bizRegNo: string
  country: string
  address?: string
  roles: CompanyRole[]
  riskGrade?: 'A' | 'B' | 'C' | 'D' | 'E'
  businessType?: string
  directors?: { name: string; idType?: string; shareholding?: string }[]
  bdUserId?: string
  roleDetail?: Partial<Record<CompanyRole, Record<string, unknown>>>
}

/** A company with its roles, verified. The director seat (COMPANY) is always among them. */
export async function addCompany(tx: Tx, company: NewCompany): Promise<string> {
  const id = newId()
  const { roles, roleDetail, directors, ...fields } = company
  await tx
    .insertInto('company')
    .values({
      id,
      ...fields,
      directors: JSON.stringify(directors ?? []),
      kycStatus: 'PASSED',
      riskGrade: company.riskGrade ?? 'B',
      businessType: company.businessType ?? 'NORMAL',
    })
    .execute()
  const seats = [...new Set<CompanyRole>([...roles, 'COMPANY'])]
  await tx
    .insertInto('companyRole')
    .values(seats.map((role) => ({ id: newId(), companyId: id, role, detail: JSON.stringify(roleDetail?.[role] ?? {}) })))
    .execute()
  return id
}

export type NewUser = {
  userName: string
  cname: string
  email: string
  /** Absent: the user is invited and not yet active. */
  password?: string
  language?: 'en-US' | 'zh-CN'
  /** The companies for which the user may sign. */
  signsFor?: string[]
  seats: { companyId: string; role: CompanyRole; userRoles: string[] }[]
}

let sameHash: { password: string; hash: Promise<string> } | undefined
/** Many users of a demo share a password: hashing it once is enough, and its salt is still random. */
const hashOnce = (password: string) => {
  if (sameHash?.password !== password) sameHash = { password, hash: hashPassword(password) }
  return sameHash.hash
}

/** A user with seats in companies; the first seat is the one they enter at sign-in. */
export async function addUser(tx: Tx, user: NewUser): Promise<string> {
  const id = newId()
  await tx
    .insertInto('appUser')
    .values({
      id,
      userName: user.userName,
      email: user.email,
      cname: user.cname,
      userCode: `U-${id.slice(-12)}`,
      passwordHash: user.password ? await hashOnce(user.password) : null,
      status: user.password ? 'active' : 'unActive',
      language: user.language ?? 'en-US',
    })
    .execute()
  await tx
    .insertInto('userCompanyRole')
    .values(
      user.seats.map((seat, index) => ({
        id: newId(),
        userId: id,
        companyId: seat.companyId,
        role: seat.role,
        userRoles: seat.userRoles,
        isDefault: index === 0,
      })),
    )
    .execute()
  for (const companyId of user.signsFor ?? []) await saveSigningRight(tx, id, companyId, true)
  return id
}

export type NewBankAccount = {
  companyId: string
  accountName: string
  bankName: string
  bankNameEn?: string
  bankAccount: string
  bankCode: string
  cnaps?: string
  currency: string
  purpose?: 'PAYMENT' | 'COLLECTION' | 'BOTH'
}

/** A verified bank account, past its cooling-off and enabled. */
export async function addBankAccount(tx: Tx, account: NewBankAccount): Promise<string> {
  const id = newId()
  await tx
    .insertInto('bankAccount')
    .values({ id, ...account, status: 'ENABLE', canEnable: true, verifiedAt: new Date().toISOString() })
    .execute()
  return id
}

/** Who trades with whom, on which terms. */
export async function addRelationship(
  tx: Tx,
  relation: {
    supplierId: string
    buyerId: string
    termDays?: number
    disclosed?: boolean
    confirmMode?: 'MANUAL' | 'UPLOAD' | 'NONE'
  },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('relationship')
    .values({ id, ...relation })
    .execute()
  return id
}
