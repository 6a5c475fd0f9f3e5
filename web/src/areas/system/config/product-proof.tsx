import { useQuery } from '@tanstack/react-query'
import { proofBounds } from '@usance/domain/product-proof/lives'
import type { ProductProof as Proof } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatAmount, formatDecimal, formatPercent } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

const figures = [
  'supplierReceives',
  'supplierInterest',
  'supplierFees',
  'buyerPays',
  'buyerFees',
  'funderEarns',
  'funderLoss',
  'platformEarns',
  'tax',
] as const

type Life = Proof['lives'][number]['name']
type Shown = Pick<Proof['harms'][number], 'face' | 'days' | 'life' | 'amount' | 'percent'>

/** The bounds in the words of the harms. */
const mostOf: Partial<Record<Proof['harms'][number]['harm'], number>> = {
  SUPPLIER_OVERCHARGED: proofBounds.supplierYear.refused,
  BUYER_OVERCHARGED: proofBounds.buyerFees.refused,
}

/** The proof of a product: its effect on each party in every life, shown before it is passed. */
export function ProductProof({ no }: { no: string }) {
  const text = useText()
  const answer = useQuery({
    queryKey: ['config', 'proof', no],
    queryFn: () => send(configChangeCalls.proof, { body: { no } }, { quiet: true }),
  })
  return (
    <Answered question={answer} lines={8}>
      {(proofs) => (
        <>
          <h3>{text('staff.proof.title')}</h3>
          <p className="muted">{text('staff.proof.text')}</p>
          {proofs.map((proof) => (
            <InCurrency key={proof.currency} proof={proof} />
          ))}
        </>
      )}
    </Answered>
  )
}

type Document = Proof['otherTenors'][number]

function InCurrency({ proof }: { proof: Proof }) {
  const { currency, sample, lives, otherTenors, harms, small, warnings } = proof
  const text = useText()
  const documents = sample ? [...otherTenors, { sample, lives }].sort((a, b) => a.sample.days - b.sample.days) : []
  const [days, setDays] = useState(sample?.days)
  const chosen = documents.find((one) => one.sample.days === days)
  const lifeName = (name: Life) => text(`staff.proof.lives.${name}`)
  const amountText = (amount: string | null) => (amount ? formatAmount(amount, currency, { exact: true }) : '')
  const shown = ({ face, days: tenor, amount, percent, life }: Shown, most?: number) => ({
    currency,
    face: amountText(face),
    days: tenor ?? '',
    amount: amountText(amount),
    percent: percent ? formatDecimal(percent) : '',
    life: life ? lifeName(life) : '',
    ...(most === undefined ? {} : { most }),
  })
  const harmText = (one: Proof['harms'][number]) =>
    text(`errors.${one.harm}`, shown(one, mostOf[one.harm])) + (one.life ? ` (${lifeName(one.life)})` : '')
  // The usual document needs no name; another document is named beside its warning.
  const isUsual = ({ face, days: tenor }: Shown) => !face || (face === sample?.face && tenor === sample.days)
  const warningText = (one: Proof['warnings'][number]) =>
    text(`staff.proof.warnings.${one.warning}`, shown(one)) + (isUsual(one) ? '' : ` ${text('staff.proof.onFace', shown(one))}`)
  return (
    <>
      <h4>{currency}</h4>
      {harms.map((one) => (
        <p key={`${one.harm} ${one.life}`} role="alert">
          {harmText(one)}
        </p>
      ))}
      {warnings.length > 0 && (
        <div className="proof-warnings">
          <p>{text('staff.proof.unusual')}</p>
          <ul>
            {warnings.map((one) => (
              <li key={one.warning}>{warningText(one)}</li>
            ))}
          </ul>
        </div>
      )}
      {small.length > 0 && (
        <div className="proof-warnings">
          <p>{text('staff.proof.small')}</p>
          <ul>
            {small.map((one) => (
              <li key={one.harm}>{harmText(one)}</li>
            ))}
          </ul>
        </div>
      )}
      {chosen && (
        <>
          <Tabs
            label={text('staff.proof.tenor')}
            tabs={documents.map(({ sample: { days: tenor } }) => ({
              key: String(tenor),
              label: text('staff.proof.tenorOf', { days: tenor }),
            }))}
            chosen={String(chosen.sample.days)}
            onChoose={(key) => setDays(Number(key))}
          />
          <Lives currency={currency} document={chosen} lifeName={lifeName} />
        </>
      )}
    </>
  )
}

/** A document and who pays and earns what in each of its lives. */
function Lives({
  currency,
  document: { sample, lives },
  lifeName,
}: {
  currency: string
  document: Document
  lifeName: (name: Life) => string
}) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={currency} exact bare />
  return (
    <>
      <p>
        {text('staff.proof.face')} {money(sample.face)} · {text('staff.proof.advance')} {money(sample.advance)} ·{' '}
        {text('staff.proof.interest')} {money(sample.interest)} · {text('staff.proof.net')} {money(sample.net)} ·{' '}
        {text('staff.proof.supplierApr')} {formatPercent(sample.allInApr)}
      </p>
      {lives.length > 0 && (
        <DataTable
          rows={lives}
          keyOf={(life) => life.name}
          look="staff"
          columns={[
            { key: 'name', label: text('staff.proof.life'), cell: (life) => lifeName(life.name) },
            {
              key: 'supplierApr',
              label: text('staff.proof.supplierApr'),
              figure: true,
              cell: (life) => formatPercent(life.supplierApr),
            },
            ...figures.map((name) => ({
              key: name,
              label: text(`staff.proof.${name}`),
              figure: true,
              cell: (life: Document['lives'][number]) => money(life[name]),
            })),
          ]}
        />
      )}
    </>
  )
}
