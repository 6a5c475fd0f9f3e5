import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { useTyped } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { knownPages } from '../../../session/known-pages.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { PickList } from '../pick-list.tsx'

const lifetimes = [7, 30, 90, 180, 366]
/** The actions of permissions by the page they belong to: trading.invoice has view, add, export. */
const byPage = (permissions: readonly string[]): [string, string[]][] => {
  const groups = new Map<string, string[]>()
  for (const name of permissions) {
    const page = name.slice(0, name.lastIndexOf('.'))
    groups.set(page, [...(groups.get(page) ?? []), name])
  }
  return [...groups]
}
const titleOf = (page: string) => knownPages().find(({ permission, menu }) => menu && permission === `${page}.view`)?.title

/** Names a key, gives it part of what its maker may do, and a last day. */
export function KeyDialog({
  grantable,
  onClose,
  onDone,
}: {
  grantable: readonly string[]
  onClose: () => void
  onDone: (token: string | null) => void
}) {
  const text = useText()
  const submit = useSubmit(apiKeyCalls.make)
  const [name, setName] = useTyped('', { part: 'key name' })
  const [days, setDays] = useTyped(90, { part: 'key days' })
  const [ticked, tick] = useTyped<readonly string[]>([], { part: 'key rights' })
  const chosen = new Set(ticked)
  const choose = (rights: ReadonlySet<string>) => tick([...rights])
  const groups = byPage(grantable).flatMap(([page, permissions]) => {
    const title = titleOf(page)
    return title ? [{ page, permissions, title }] : []
  })
  const offered = groups.flatMap(({ permissions }) => permissions)
  const save = async () => {
    const done = await submit.run({ body: { name: name.trim(), days, permissions: [...chosen] } })
    if (done) onDone(done.token)
  }
  return (
    <FormDialog
      width={680}
      title={text('integration.key.add')}
      onClose={onClose}
      ok={text('integration.key.add')}
      busy={submit.busy}
      error={submit.error}
      incomplete={!name.trim() || chosen.size === 0}
      onSend={save}
    >
      <div className="integration-fields">
        <label>
          <span>{text('integration.key.name')}</span>
          <input
            className="input"
            value={name}
            maxLength={80}
            placeholder={text('integration.key.nameHint')}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label htmlFor="key-days">
          <span>{text('integration.key.days')}</span>
          <Select
            id="key-days"
            all={false}
            label={text('integration.key.days')}
            value={String(days)}
            options={lifetimes.map((count) => ({ value: String(count), label: text('integration.key.daysCount', { count }) }))}
            onChange={(count) => setDays(Number(count))}
          />
        </label>
        <PickList
          title={text('integration.key.rights')}
          usual={{
            label: text('integration.key.allReading'),
            values: offered.filter((one) => /\.(view|details?|export)$/.test(one)),
          }}
          groups={groups.map(({ page, permissions, title }) => ({
            title: text(title),
            entries: permissions.map((permission) => {
              const action = permission.slice(page.length + 1)
              const can = `integration.can.${action}`
              return { value: permission, label: hasText(can) ? text(can) : action, hint: permission }
            }),
          }))}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
    </FormDialog>
  )
}
