import { type OnboardingPaper, onboardingCalls } from '@usance/wire/onboarding/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { introduce } from '../../testing/introduce.ts'
import { paperPdf } from '../../testing/paper.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { companies, accounts } = portal.world
  const csv = 'X-1,Volga Trading'
  await portal.ask(portal.seats.operations, onboardingCalls.importSanctions, { body: { list: 'TEST', csv } })
  await introduce(portal, { companyId: companies.cedar })
  const proven = { id: newId(), no: 'BV-1', status: 'PASSED' as const, currency: 'USD' }
  const { userId: startedBy } = portal.seats.cedarMaker
  await portal.look((tx) =>
    tx
      .insertInto('bankVerification')
      .values({ ...proven, companyId: companies.cedar, bankAccountId: accounts.cedar, startedBy })
      .execute(),
  )
})
afterAll(() => portal.close())

const people = [{ name: 'Ana Roth', function: 'DIRECTOR' as const }]
const invoice = (number: string) =>
  paperPdf([
    [
      [50, 'Invoice'],
      [120, number],
    ],
  ])
const upload = async (seat: Seat, fileName: string, content: Buffer): Promise<string> =>
  (await uploadAs(portal, seat, fileName, content)).data.objectKey

/** An answer without what differs from one statement to the next. */
const plain = (answer: object): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (['no', 'objectKey', 'checkedAt'].includes(key) ? typeof value : value)))

let numbered = 0
/** Cedar states itself anew with these papers, and hands them in. Answers all that it reads of it, and what others read. */
async function admission(papers: OnboardingPaper[]) {
  const { cedarMaker: seat, bd, operations } = portal.seats
  const companyId = portal.world.companies.cedar
  await portal.look(async (tx) => {
    const anew = { no: `KYC-2025-9${String(++numbered).padStart(5, '0')}`, version: 0, status: 'DRAFT' as const, comment: null }
    await tx.updateTable('companyOnboarding').set(anew).where('companyId', '=', companyId).execute()
    await tx.updateTable('company').set({ kycStatus: 'NONE', kycExpiresOn: null }).where('id', '=', companyId).execute()
  })
  const saved = await portal.ask(seat, onboardingCalls.save, { body: { version: 0, people, documents: papers } })
  const checked = await portal.ask(seat, onboardingCalls.autoKyc, { body: {} })
  const submitted = await portal.ask(seat, onboardingCalls.submit, { body: {} })
  const read = (by: Seat) => portal.ask(by, onboardingCalls.state, { body: by.companyId === companyId ? {} : { companyId } })
  const own = await read(seat)
  const asked = (by: Seat) =>
    portal.ask(by, workflowCalls.history, { body: { businessNo: submitted.no, businessType: 'KYC', ifQueryTask: 'YES' } })
  const { title, status, currentNode, warnings, signs, passComment, withoutDecider } = await asked(seat)
  const approval = { title, status, currentNode, warnings, signs, passComment, withoutDecider }
  const standing = { staff: await read(operations), partner: await read(bd) }
  const { taskId } = await asked(operations)
  await portal.ask(operations, workflowCalls.approve, {
    body: {
      businessNo: submitted.no,
      nodeName: currentNode!,
      taskId: taskId!,
      reviewType: 'REJECTED',
      approvalComments: 'Again',
    },
  })
  return { told: plain({ saved, checked, submitted, own, approval }), checked, ...standing }
}

test('a company reads of its admission the same whether or not another company keeps one of the files, and staff read which file that is', async () => {
  const { alderMaker, cedarMaker } = portal.seats
  const identity = await upload(cedarMaker, 'identity.pdf', await invoice('Identity'))
  const stated = async (content: Buffer): Promise<OnboardingPaper[]> => [
    { objectKey: await upload(cedarMaker, 'registration.pdf', content), fileName: 'registration.pdf', kind: 'REGISTRATION' },
    { objectKey: identity, fileName: 'identity.pdf', kind: 'IDENTITY' },
  ]
  const known = await invoice('INV-1')
  await upload(alderMaker, 'invoice.pdf', known)
  const alone = await admission(await stated(await invoice('INV-2')))
  const twin = await admission(await stated(known))
  expect(alone.checked.outcome).toBe('PASSED')
  expect(twin.told).toEqual(alone.told)
  expect(twin.partner.checks.find(({ provider }) => provider === 'DOCUMENTS')).toEqual({
    ...{ provider: 'DOCUMENTS', outcome: 'PASSED', evidence: ['FILES 2'] },
  })
  expect(twin.staff).toMatchObject({ outcome: 'MANUAL', status: 'IN_APPROVE' })
  expect(twin.staff.checks.find(({ provider }) => provider === 'DOCUMENTS')).toEqual({
    ...{ provider: 'DOCUMENTS', outcome: 'MANUAL', evidence: ['SEEN_ELSEWHERE registration.pdf'] },
  })
  // A fault beside it stays a fault.
  const [first] = await stated(known)
  const faulty = await admission([first!])
  const [own] = await stated(await invoice('INV-3'))
  expect(faulty.told).toEqual((await admission([own!])).told)
  expect(faulty.checked).toMatchObject({ outcome: 'FAILED' })
})
