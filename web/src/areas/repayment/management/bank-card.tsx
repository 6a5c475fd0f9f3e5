import { chosenAccount, collectionRow, type FundSource, offeredAccounts } from '@usance/domain/bank-account-choice'
import { useEffect, useRef, useState } from 'react'
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
  { fundSource: 'INTEREST', purposes: ['PAYMENT'] },
  { fundSource: 'COLLECTION', purposes: ['COLLECTION', 'BOTH'] },
] as const

/**
 * A funder's accounts for a currency in two parts: payment accounts, where interest comes in, and collection accounts. One of both
 * uses is a collection account: money on it pays all that is owed.
 * Choosing a row chooses its part. The card holds the first account until somebody chooses, then the chosen one of the company. While
 * the chosen account is not offered, the card holds none. The card also holds none while the accounts of another company are loading.
 */
export function BankCard({ companyCode, currency, value, onChange }: Props) {
  const text = useText()
  const { accounts, loading, failed } = useCompanyAccounts(companyCode)
  const offered = offeredAccounts(accounts, currency)
  const listOf = (part: (typeof parts)[number]) =>
    offered.filter((one) => (part.purposes as readonly string[]).includes(one.purpose))
  const [chosen, choose] = useState<CardChoice & { companyCode: string }>()
  /** The account that this card has put into the form; any other came with the form and was chosen before. */
  const known = useRef<string>(undefined)
  const own = chosen?.companyCode === companyCode ? chosen : undefined
  const first = listOf(parts[1]).length > 0 ? parts[1] : parts[0]
  const part = parts.find(({ fundSource }) => fundSource === own?.fundSource) ?? first
  /** The company whose account the form may hold. */
  const heldOf = useRef(companyCode)
  const wanted = chosenAccount(listOf(part), own?.bankAccountId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's own callback is new with each rendering
  useEffect(() => {
    const isOfAnother = heldOf.current !== '' && heldOf.current !== companyCode
    heldOf.current = companyCode
    if (isOfAnother && value) return onChange?.(undefined)
    if (loading || companyCode === '') return
    // A click may come between this rendering and its effect: what somebody has chosen by then stands.
    if (value && !own && value.bankAccountId !== known.current)
      return choose((now) => (now?.companyCode === companyCode ? now : { ...value, companyCode }))
    known.current = wanted
    if (wanted === value?.bankAccountId && (wanted === undefined || part.fundSource === value?.fundSource)) return
    onChange?.(wanted === undefined ? undefined : { bankAccountId: wanted, fundSource: part.fundSource })
  }, [loading, companyCode, own, wanted, part.fundSource, value?.bankAccountId, value?.fundSource])
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
                        onChange={() => {
                          const { bankAccountId, fundSource } = row
                          known.current = bankAccountId
                          choose({ bankAccountId, fundSource, companyCode })
                          onChange?.({ bankAccountId, fundSource })
                        }}
                      />
                    </td>
                    <td>{row.accountName}</td>
                    <td>{row.bankNameEn ?? row.bankName}</td>
                    <td>{row.bankCode}</td>
                    <td>
                      {row.bankAccount}
                      {row.status !== 'ENABLE' && ` (${text('repayment.card.off')})`}
                    </td>
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
