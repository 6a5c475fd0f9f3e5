import { useQuery } from '@tanstack/react-query'
import { type CutOffRow, cutOffCalls } from '@usance/wire/cut-off/calls'
import { useTyped } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { askToDelete } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCollectionAccounts } from '../../repayment/use-collection-accounts.ts'

const zones = [
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'UTC',
]

/** Until when each bank takes payments for the same day; one of an account goes before that of its currency. */
export function CutOffsPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  const mayDo = useMayAct()
  const mayEdit = mayDo(cutOffCalls.save)
  const answer = useQuery({ queryKey: ['cut-offs'], queryFn: () => send(cutOffCalls.list, { body: {} }, { quiet: true }) })
  const reload = () => void answer.refetch()
  const remove = async (row: CutOffRow) => {
    await send(cutOffCalls.remove, { body: { id: row.id } })
    reload()
    return true
  }
  const askToRemove = (row: CutOffRow) =>
    askToDelete(
      text('payment.cutOff.removeTitle', { of: row.account ?? row.currency, time: row.time }),
      text('payment.cutOff.removeText', { currency: row.currency }),
    )
  return (
    <SidePanel
      open
      width={720}
      title={text('payment.cutOff.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('common.close')}</Button>}
    >
      <p className="muted">{text('payment.cutOff.text')}</p>
      {answer.isLoadingError && <Failed error={answer.error} onRetry={reload} />}
      {!answer.data && !answer.isLoadingError && <Skeleton lines={6} />}
      {answer.data && (
        <div className="money-scroll cut-off-list">
          <table className="money-sum">
            <caption>{text('payment.cutOff.rows')}</caption>
            <thead>
              <tr>
                <th scope="col">{text('repayment.currency')}</th>
                <th scope="col">{text('payment.cutOff.account')}</th>
                <th scope="col">{text('payment.cutOff.time')}</th>
                <th scope="col">{text('payment.cutOff.changed')}</th>
                {mayEdit && <td aria-hidden="true" />}
              </tr>
            </thead>
            <tbody>
              {answer.data.cutOffs.map((row) => (
                <tr key={row.id}>
                  <td>{row.currency}</td>
                  <td>{row.account ?? text('payment.cutOff.every')}</td>
                  <td className="is-day">
                    {row.time} <span className="muted">{row.zone.replaceAll('_', ' ')}</span>
                  </td>
                  <td className="muted">{row.updatedBy ? `${row.updatedBy}, ${formatDateTime(row.updatedAt)}` : '-'}</td>
                  {mayEdit && (
                    <td>
                      <ActionButton
                        act={cutOffCalls.remove}
                        small
                        look="text"
                        before={() => askToRemove(row)}
                        action={() => remove(row)}
                      >
                        {text('common.delete')}
                      </ActionButton>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayEdit && <CutOffForm onSaved={reload} />}
    </SidePanel>
  )
}

function CutOffForm({ onSaved }: { onSaved: () => void }) {
  const text = useText()
  const submit = useSubmit(cutOffCalls.save)
  const [wanted, setCurrency] = useTyped('', { part: 'cut-off currency' })
  const [account, setAccount] = useTyped('', { part: 'cut-off account' })
  const [time, setTime] = useTyped('', { part: 'cut-off time' })
  const [zone, setZone] = useTyped(zones[0]!, { part: 'cut-off zone' })
  const accounts = useCollectionAccounts()
  const all = (accounts.data?.accounts ?? []).filter((one) => !one.isOff)
  const currencies = [...new Set(all.flatMap((one) => one.currency.split(',')))].sort()
  const currency = wanted || (currencies[0] ?? '')
  const save = async () => {
    if (!(await submit.run({ body: { currency, bankAccountId: account || null, time, zone } }))) return
    notify('success', text('payment.cutOff.saved', { currency, time }))
    setTime('')
    onSaved()
  }
  return (
    <section className="cut-off-form">
      <h3>{text('payment.cutOff.set')}</h3>
      <div className="cut-off-fields">
        <div>
          <label htmlFor="cut-off-currency">{text('repayment.currency')}</label>
          <Select
            id="cut-off-currency"
            all={false}
            label={text('repayment.currency')}
            question={accounts}
            options={currencies.map((value) => ({ value, label: value }))}
            value={currency}
            onChange={(value) => {
              setCurrency(value)
              setAccount('')
            }}
          />
        </div>
        <div>
          <label htmlFor="cut-off-account">{text('payment.cutOff.account')}</label>
          <Select
            id="cut-off-account"
            all={text('payment.cutOff.every')}
            label={text('payment.cutOff.account')}
            options={all
              .filter((one) => one.currency.split(',').includes(currency))
              .map((one) => ({ value: one.id, label: `${one.companyName} · ${one.bankAccount}` }))}
            value={account}
            onChange={setAccount}
          />
        </div>
        <div>
          <label htmlFor="cut-off-time">{text('payment.cutOff.time')}</label>
          <input id="cut-off-time" type="time" className="input" value={time} onChange={(event) => setTime(event.target.value)} />
        </div>
        <div>
          <label htmlFor="cut-off-zone">{text('payment.cutOff.zone')}</label>
          <Select
            id="cut-off-zone"
            all={false}
            label={text('payment.cutOff.zone')}
            options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            value={zone}
            onChange={setZone}
          />
        </div>
        <Button look="solid" busy={submit.busy} disabled={!currency || !time || !zone} onClick={() => void save()}>
          {text('common.save')}
        </Button>
      </div>
      <FormError error={submit.error} as="p" />
    </section>
  )
}
