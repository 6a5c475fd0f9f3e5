import { chosenAccount, collectionRow, type FundSource, offeredAccounts } from '@usance/domain/bank-account-choice'
import { useEffect } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCompanyAccounts } from '../use-company-accounts.ts'

export type CardChoice = { bankAccountId: string; fundSource: FundSource }
type Props = {
  companyCode: string
  currency: string
  /** Handed in by the form that holds the card. */
  value?: CardChoice | undefined
  onChange?: (choice: CardChoice | undefined) => void
}
const parts = [
  { fundSource: 'INTEREST', purposes: ['PAYMENT', 'BOTH'] },
  { fundSource: 'COLLECTION', purposes: ['COLLECTION', 'BOTH'] },
] as const

/**
 * A funder's accounts for a currency in two parts: payment accounts, where interest comes in, and collection accounts.
 * Choosing a row chooses its part. An account that is no longer offered gives way to the first that is.
 */
export function BankCard({ companyCode, currency, value, onChange }: Props) {
  const text = useText()
  const { accounts, loading, failed } = useCompanyAccounts(companyCode)
  const offered = offeredAccounts(accounts, currency)
  const listOf = (part: (typeof parts)[number]) =>
    offered.filter((one) => (part.purposes as readonly string[]).includes(one.purpose))
  const kept = parts.find(({ fundSource }) => fundSource === value?.fundSource) ?? parts[1]
  const part = listOf(kept).length > 0 ? kept : (parts.find((one) => listOf(one).length > 0) ?? kept)
  const wanted = chosenAccount(listOf(part), value?.bankAccountId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's own callback is new with each rendering
  useEffect(() => {
    if (loading || (wanted === value?.bankAccountId && (wanted === undefined || part.fundSource === value?.fundSource))) return
    onChange?.(wanted === undefined ? undefined : { bankAccountId: wanted, fundSource: part.fundSource })
  }, [loading, wanted, part.fundSource, value?.bankAccountId, value?.fundSource])
  if (loading && companyCode !== '') return <Skeleton lines={4} />
  if (offered.length === 0)
    return (
      <p className="muted">
        {text(failed ? 'repayment.card.failed' : currency ? 'repayment.card.none' : 'repayment.card.chooseFirst')}
      </p>
    )
  return (
    <div className="money-scroll">
      {parts.map((one) => {
        const list = listOf(one)
        const isCollection = one.fundSource === 'COLLECTION'
        if (list.length === 0) return null
        return (
          <table className="money-sum bank-card" key={one.fundSource}>
            <caption>{text(`repayment.card.${one.fundSource}`)}</caption>
            <thead>
              <tr>
                <th scope="col" />
                <th scope="col">{text('repayment.card.accountName')}</th>
                <th scope="col">{text('repayment.card.bankName')}</th>
                <th scope="col">{text(isCollection ? 'repayment.card.swift' : 'repayment.card.bankCode')}</th>
                <th scope="col">{text('repayment.card.bankAccount')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((account) => {
                const row = collectionRow(companyCode, account, one.fundSource)
                const isChosen = value?.bankAccountId === row.bankAccountId && value.fundSource === row.fundSource
                return (
                  <tr key={row.id}>
                    <td className="bank-card-pick">
                      <input
                        type="radio"
                        name="bank-card"
                        aria-label={`${text(`repayment.card.${one.fundSource}`)} ${row.bankAccount}`}
                        checked={isChosen}
                        onChange={() => onChange?.({ bankAccountId: row.bankAccountId, fundSource: row.fundSource })}
                      />
                    </td>
                    <td>{row.accountName}</td>
                    <td>{row.bankNameEn ?? row.bankName}</td>
                    <td>{row.bankCode}</td>
                    <td>{row.bankAccount}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )
      })}
    </div>
  )
}
