import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { useState } from 'react'
import { useTyped } from '../../../form/kept.ts'
import { figureOf } from '../../../form/number-input.ts'
import { NumberText } from '../../../form/number-text.tsx'
import { useShown } from '../../../form/use-shown.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { notify } from '../../../ui/notice.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'

type Account = { id: string; number: string; payerName: string; currency: string }

/** Plays a deposit: it takes the same way as one the provider tells of, signature included. */
export function SandboxDeposit({ accounts, onDone }: { accounts: readonly Account[]; onDone: () => void }) {
  const text = useText()
  const submit = useSubmit(providerCalls.deposit)
  const [chosen, setId] = useState('')
  const first = useShown(accounts[0]?.id)
  const id = chosen || (first ?? '')
  const [amount, setAmount] = useTyped('1000.00', { part: 'deposit' })
  const [chosenCurrency, setCurrency] = useState('')
  const currencies = (accounts.find((one) => one.id === id)?.currency ?? '').split(',')
  const currency = currencies.includes(chosenCurrency) ? chosenCurrency : (currencies[0] ?? '')
  const play = async () => {
    const outcome = await submit.run({ body: { id, amount: figureOf(amount, { money: currency }), currency } })
    if (!outcome) return
    const done = outcome.status === 'DONE'
    notify(
      done ? 'success' : 'warning',
      done ? text('repayment.provider.booked') : text.of('errors', outcome.reason ?? 'BAD_REQUEST'),
    )
    onDone()
  }
  return (
    <Section title={text('repayment.provider.sandbox')}>
      <p className="muted">{text('repayment.provider.sandboxText')}</p>
      <div className="sandbox-fields">
        <label htmlFor="sandbox-number">
          <span>{text('repayment.virtual.number')}</span>
          <Select
            id="sandbox-number"
            all={false}
            label={text('repayment.virtual.number')}
            value={id}
            options={accounts.map((one) => ({ value: one.id, label: `${one.number} · ${one.payerName}` }))}
            onChange={setId}
          />
        </label>
        <label htmlFor="sandbox-currency">
          <span>{text('repayment.currency')}</span>
          <Select
            id="sandbox-currency"
            all={false}
            label={text('repayment.currency')}
            value={currency}
            options={currencies.map((one) => ({ value: one, label: one }))}
            onChange={setCurrency}
          />
        </label>
        <label htmlFor="sandbox-amount">
          <span>{text('repayment.amount')}</span>
          <NumberText id="sandbox-amount" kind={{ money: currency }} value={amount} onChange={setAmount} />
        </label>
        <Button
          look="solid"
          busy={submit.busy}
          disabled={!/[1-9]/.test(figureOf(amount, { money: currency }))}
          onClick={() => void play()}
        >
          {text('repayment.provider.play')}
        </Button>
      </div>
      <FormError error={submit.error} as="p" />
    </Section>
  )
}
