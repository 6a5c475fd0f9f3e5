import type { AccountFields } from '@usance/domain/bank-account-choice'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'

/** One side of a payment: the company, and the account as it stands at its bank. */
export function AccountCard({ title, company, account }: { title: string; company: string; account: AccountFields | null }) {
  const text = useText()
  const bank = account && ((language() === 'en-US' && account.bankNameEn) || account.bankName)
  return (
    <section className="account-card">
      <h3>{title}</h3>
      <p>{company}</p>
      {account ? (
        <p className="muted">
          {account.accountName !== company && (
            <>
              {account.accountName}
              <br />
            </>
          )}
          {bank}
          <br />
          <code>{account.bankAccount}</code> · {account.bankCode} · {account.currency}
        </p>
      ) : (
        <p className="muted">{text('payment.noAccount')}</p>
      )}
    </section>
  )
}
