import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { ActionPage } from '../../form/action-page.tsx'
import { useText } from '../../i18n/i18n.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { useCan } from '../../session/session.ts'
import { useAddress } from '../../session/use-may-open.ts'
import { formatDateTime } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Money } from '../../ui/money.tsx'
import { DescriptionList, PageHeader, Section } from '../../ui/page-frame.tsx'
import { TrailBar } from './follow.tsx'
import { Keys, pageKeys } from './keys.tsx'
import Panel from './panel.tsx'
import { SentBack } from './sent-back.tsx'
import { type Approval, useApproval } from './use-approval.ts'
import { configTypes, correctionLink, objectLink, signText, subjectText, tellsFacts, typeText, warningText } from './words.ts'

// What a change of configuration alters is told in the words of the pages it was put forward on.
const ProposedChange = lazyPart(
  async () => (await Promise.all([import('../system/config/proposed-change.tsx'), loadAreaTexts('staff')]))[0].ProposedChange,
)

// A change of a user is described in the texts of the user pages.
const ChangeOfUser = lazyPart(
  async () => (await Promise.all([import('../org/account/user-change.tsx'), loadAreaTexts('org')]))[0].ChangeOfUser,
)

// What was entered of a bank account is told in the words of its own page.
const EnteredAccount = lazyPart(
  async () => (await Promise.all([import('../org/bank-account/account-entry.tsx'), loadAreaTexts('org')]))[0].EnteredAccount,
)

// What the checks of a company found is told in the words of its admission.
const AdmissionChecks = lazyPart(
  async () => (await Promise.all([import('../onboarding/admission-checks.tsx'), loadAreaTexts('onboarding')]))[0].AdmissionChecks,
)

// What a repayment will pay is told in the words of repayments.
const RepaymentAhead = lazyPart(
  async () => (await Promise.all([import('../repayment/repayment-ahead.tsx'), loadAreaTexts('money')]))[0].RepaymentAhead,
)

// What an adjustment makes of a fee is told in the words of the pages of fees.
const ProposedFee = lazyPart(
  async () => (await Promise.all([import('../finance/costs/proposed-fee.tsx'), loadAreaTexts('costs')]))[0].ProposedFee,
)

// The facts of an order or a payment are told in the words of its own pages.
const FactsPanel = lazyPart(
  async () =>
    (
      await Promise.all([
        import('./facts-panel.tsx'),
        ...(['finance', 'costs', 'money'] as const).map((area) => loadAreaTexts(area)),
      ])
    )[0].default,
)

// An adjustment that was sent back is corrected in the form in which it was put forward.
const CorrectAdjustment = lazyPart(
  async () => (await Promise.all([import('../trading/correct-adjustment.tsx'), loadAreaTexts('trading')]))[0].CorrectAdjustment,
)

type Mode = 'approve' | 'edit' | 'view'

/** The page of one approval: what it is about, its steps, its history, and the decision unless it is only read. */
export function ApprovalPage({ mode }: { mode: Mode }) {
  const { id } = useParams({ strict: false })
  const { businessType, businessId } = useSearch({ strict: false })
  // One page follows another: what was typed about one approval is not left standing under the next.
  return (
    <OneApproval
      key={`${businessType} ${businessId} ${id}`}
      mode={mode}
      id={id}
      businessType={businessType}
      businessId={businessId}
    />
  )
}

function OneApproval({
  mode,
  id,
  businessType,
  businessId,
}: {
  mode: Mode
  id: string
  businessType: string | undefined
  businessId: string | undefined
}) {
  const text = useText()
  const can = useCan()
  const addressOf = useAddress()
  const readOnly = mode === 'view'
  const { data: approval } = useApproval({ businessNo: id, businessType, businessId }, !readOnly)
  const type = approval?.businessType ?? businessType ?? ''
  const link = approval && objectLink(approval, addressOf)
  const corrects = mode === 'edit' && approval?.status === 'REJECTED'
  // A finance order is corrected in its own form, which shows steps, history and comment below.
  const form =
    corrects && type === 'FINANCE_ORDER' && approval.link && can('finance.finance-order.edit')
      ? addressOf(correctionLink(approval.link))
      : undefined
  if (form) return <Navigate to={form} replace />
  const hasForm = corrects && type === 'INVOICE_ADJUSTMENT' && can('confirmation.deduction-report.view')
  return (
    <ActionPage>
      <PageHeader
        title={id}
        back="/approval"
        {...(approval ? { status: approval.status } : {})}
        actions={
          <>
            {mode === 'approve' && approval && <TrailBar {...approval} />}
            {mode === 'approve' && <Keys keys={pageKeys} />}
            {hasForm && <CorrectAdjustment no={id} id={approval.businessId} />}
            {link && (
              <Link to={link} className="btn btn-plain" state={{ fromApprovals: mode === 'approve' }}>
                <span>
                  {corrects && !hasForm ? text('approval.correct') : text('approval.openObject', { type: typeText(type) })}
                </span>
              </Link>
            )}
          </>
        }
      >
        {type && typeText(type)}
      </PageHeader>
      {mode === 'edit' && approval && <SentBack approval={approval} />}
      {approval && <Facts approval={approval} />}
      {configTypes.includes(type) && approval && <ProposedChange no={id} />}
      {(type === 'USER' || type === 'STAFF_USER') && approval && <ChangeOfUser no={id} />}
      {type === 'BANK_ACCOUNT' && approval && <EnteredAccount id={approval.businessId} />}
      {type === 'KYC' && approval && can('system.company.view') && <AdmissionChecks companyId={approval.businessId} />}
      {type === 'REPAYMENT' && approval?.status === 'IN_APPROVE' && <RepaymentAhead no={id} />}
      {type === 'FEE_ADJUSTMENT' && approval?.status === 'IN_APPROVE' && <ProposedFee no={id} />}
      <Panel
        businessNo={id}
        businessType={type}
        businessId={businessId}
        readOnly={readOnly}
        facts={approval && tellsFacts(type) && <FactsPanel approval={approval} />}
      />
    </ActionPage>
  )
}

function Facts({ approval }: { approval: Approval }) {
  const text = useText()
  const signs = approval.signs ?? []
  return (
    <Section>
      <DescriptionList
        facts={[
          { label: text('approval.about'), value: subjectText(approval.businessType, approval.title.text ?? null) },
          approval.amount !== null && {
            label: text('approval.amount'),
            value: <Money amount={approval.amount} currency={approval.currency} />,
          },
          { label: text('approval.maker'), value: approval.makerName ?? text('approval.system') },
          { label: text('approval.started'), value: formatDateTime(approval.startedAt) },
          approval.warnings.length > 0 && {
            label: text('approval.warnings'),
            value: (
              <ul className="approval-warnings">
                {approval.warnings
                  .filter((warning) => !signs.some(({ code }) => code === warning))
                  .map((warning) => (
                    <li key={warning}>{warningText(warning)}</li>
                  ))}
                {signs.map((sign) => (
                  <li key={`${sign.code} ${sign.docNo}`}>{signText(sign)}</li>
                ))}
              </ul>
            ),
            wide: true,
          },
        ]}
      />
    </Section>
  )
}
