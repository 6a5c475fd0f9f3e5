import { configChangeCalls } from '@usance/wire/config-change/calls'
import { mostRights } from '@usance/wire/config-change/values'
import { useState } from 'react'
import { useTypedParts } from '../../../form/kept.ts'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import { ChangesSection } from './changes-section.tsx'
import { pageOf, RoleMatrix, type RoleRow, roleLetters, titleKeyOf } from './role-matrix.tsx'
import { useCurrent, useMayChange, useRefresh } from './use-config.ts'

/** The ticks that were set or taken away, by letter. */
type Turned = Readonly<Record<string, boolean>>

/** The ticks of `now` without those that `before` has too. */
const turnedSince = (before: Readonly<Record<string, Turned>>, now: Readonly<Record<string, Turned>>) =>
  Object.fromEntries(
    Object.entries(now).map(([id, turned]) => [
      id,
      Object.fromEntries(Object.entries(turned).filter(([one, isOn]) => before[id]?.[one] !== isOn)),
    ]),
  )

/** Which role may do what. Ticks are put forward as one change and hold from the next request after it passed. */
export default function RolePage() {
  const text = useText()
  const answer = useCurrent('ROLE')
  const refresh = useRefresh('ROLE')
  const [search, setSearch] = useState('')
  // By permission, and nothing but the ticks that were turned: a colleague's change of the others meanwhile is not undone.
  const [edits, setEdits] = useTypedParts<Readonly<Record<string, Turned>>>({}, { part: 'ticks' })
  const mayEdit = useMayChange('system.role.edit')
  const [letter, setLetter] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const rows = (answer.data ?? []) as RoleRow[]
  const rolesOf = ({ id, roles }: RoleRow) => roleLetters.filter((one) => edits[id]?.[one] ?? roles.includes(one)).join('')
  const changed = rows.filter(({ id, roles }) =>
    Object.entries(edits[id] ?? {}).some(([one, isOn]) => roles.includes(one) !== isOn),
  )
  useUnsaved(() => changed.length > 0)
  const wanted = search.trim().toLowerCase()
  const wordsOf = ({ id }: RoleRow) => [id, ...[titleKeyOf(pageOf(id))].flatMap((key) => (key ? [text(key)] : []))]
  const shown = rows.filter(
    (row) =>
      (!onlyChanged || changed.length === 0 || changed.includes(row)) &&
      wordsOf(row).some((word) => word.toLowerCase().includes(wanted)),
  )
  const turn = (row: RoleRow, one: string) =>
    setEdits({ ...edits, [row.id]: { ...edits[row.id], [one]: !rolesOf(row).includes(one) } })
  const sendChange = async () => {
    const changes = changed.map((row) => ({ permission: row.id, roles: rolesOf(row), version: row.version }))
    const sent = await send(configChangeCalls.propose, {
      body: { kind: 'ROLE', values: { changes }, idempotencyKey: randomId() },
    })
    notify('success', text('staff.sent', { no: sent.no }))
    // Ticks that were turned during the sending are not in the change, and stay.
    setEdits((now) => turnedSince(edits, now))
    refresh()
    return true
  }
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemRole')}
        actions={
          mayEdit && (
            <ActionButton
              disabled={
                changed.length === 0
                  ? text('staff.noTicks')
                  : changed.length > mostRights && text('form.atMost', { most: mostRights })
              }
              action={sendChange}
            >
              {text('staff.sendTicks', { count: changed.length })}
            </ActionButton>
          )
        }
      >
        {text('staff.roleHelp')}
      </PageHeader>
      <TooMany count={changed.length} most={mostRights} />
      <Section>
        <div className="staff-bar">
          <input
            className="input"
            type="search"
            value={search}
            aria-label={text('staff.searchPermission')}
            placeholder={text('staff.searchPermission')}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Select
            all={text('staff.everyRole')}
            label={text('staff.everyRole')}
            value={letter}
            options={roleLetters.map((one) => ({ value: one, label: text.of('staff.role', one) }))}
            onChange={setLetter}
          />
          {changed.length > 0 && (
            <>
              <label>
                <input type="checkbox" checked={onlyChanged} onChange={() => setOnlyChanged(!onlyChanged)} />{' '}
                {text('staff.onlyChanged')}
              </label>
              <Button small onClick={() => setEdits({})}>
                {text('staff.discardTicks')}
              </Button>
            </>
          )}
        </div>
        {answer.isLoadingError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !answer.data ? (
          <Skeleton lines={12} />
        ) : shown.length === 0 ? (
          <Empty title={text('staff.noPermission')} text={text('staff.noPermissionText')} />
        ) : (
          <RoleMatrix
            rows={shown}
            letters={letter ? [letter] : roleLetters}
            rolesOf={rolesOf}
            onToggle={mayEdit ? turn : undefined}
          />
        )}
      </Section>
      <ChangesSection kind="ROLE" />
    </div>
  )
}
