import { contractCalls } from '@usance/wire/contract/calls'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { useCan } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { DescriptionList, SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ContractText } from './contract-text.tsx'
import { downloadContract } from './download.ts'
import { Signatories } from './signatories.tsx'
import { useContract } from './use-contract.ts'

type Props = { id: string | undefined; onClose: () => void; onSign: (id: string) => void }

/** One contract at the right edge: what it is, who has signed, and its text. */
export function ContractPanel({ id, onClose, onSign }: Props) {
  const text = useText()
  const can = useCan()
  const answer = useContract(id)
  const contract = answer.data
  return (
    <SidePanel
      open={id !== undefined}
      width={760}
      title={contract?.no ?? text('menu.contractInfo')}
      onClose={onClose}
      footer={
        contract && (
          <>
            <ActionButton look="plain" icon="download" action={() => downloadContract(contract.id, contract.no)}>
              PDF
            </ActionButton>
            {contract.operations.includes('signoff') && (
              <Button act={contractCalls.sign} look="solid" onClick={() => onSign(contract.id)}>
                {text('contract.signoff')}
              </Button>
            )}
          </>
        )
      }
    >
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {!contract && !answer.isLoadingError && <Skeleton lines={12} />}
      {contract && (
        <>
          <p className="contract-name">
            {language() === 'zh-CN' ? contract.nameCn : contract.name} <StatusTag value={contract.status} />
          </p>
          <DescriptionList
            facts={[
              {
                label: text('contract.order'),
                value:
                  contract.orderId && can('finance.finance-order.detail') ? (
                    <RowLink to={`/finance/finance-order/${contract.orderId}/detail`}>{contract.orderNo}</RowLink>
                  ) : (
                    contract.orderNo
                  ),
              },
              { label: text('contract.created'), value: formatDateTime(contract.createdAt) },
              contract.signedAt !== null && { label: text('contract.signed'), value: formatDateTime(contract.signedAt) },
              contract.sha256 !== null && {
                label: text('contract.fileHash'),
                value: <code className="hash">{contract.sha256}</code>,
                wide: true,
              },
              { label: text('contract.textHash'), value: <code className="hash">{contract.textSha256}</code>, wide: true },
            ]}
          />
          {contract.accountInstead && (
            <p className="contract-account" role="status">
              {text('contract.accountClosed', { account: contract.accountInstead.closed })}
              <strong>
                {[
                  contract.accountInstead.accountName,
                  contract.accountInstead.bankName,
                  contract.accountInstead.bankAccount,
                  contract.accountInstead.bankCode,
                ].join(' · ')}
              </strong>
            </p>
          )}
          <Signatories of={contract.signatories} />
          <ContractText id={contract.id} html={contract.html} />
        </>
      )}
    </SidePanel>
  )
}
