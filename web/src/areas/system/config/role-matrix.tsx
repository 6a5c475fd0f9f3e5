import { grantMayChange } from '@usance/domain/permissions'
import { Fragment } from 'react'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { knownPages } from '../../../session/known-pages.ts'
import './config.css'

export const roleLetters = [...'SBFDORTPAU']
export type RoleRow = { id: string; roles: string; alwaysGranted: boolean; version: number }

export const pageOf = (permission: string) => permission.slice(0, permission.lastIndexOf('.'))
const actionOf = (permission: string) => permission.slice(permission.lastIndexOf('.') + 1)
/** The title of the page that a permission belongs to, when the menu has one. */
export const titleKeyOf = (page: string) => {
  const path = `/${page.replaceAll('.', '/')}`
  const key = (
    knownPages().find(({ permission, menu }) => menu && permission === `${page}.view`) ??
    knownPages().find((one) => one.path === path)
  )?.title
  return key && hasText(key) ? key : undefined
}

type Props = {
  rows: readonly RoleRow[]
  letters: readonly string[]
  rolesOf: (row: RoleRow) => string
  onToggle?: ((row: RoleRow, letter: string) => void) | undefined
}

/** Permissions by their pages, a tick for each role that holds one; what differs from what is in force is marked. */
export function RoleMatrix({ rows, letters, rolesOf, onToggle }: Props) {
  const text = useText()
  const groups = new Map<string, RoleRow[]>()
  for (const row of rows) groups.set(pageOf(row.id), [...(groups.get(pageOf(row.id)) ?? []), row])
  return (
    <div className={onToggle ? 'staff-scroll role-matrix' : 'staff-scroll role-matrix is-proposed'}>
      <table className="staff-table">
        <thead>
          <tr>
            <th scope="col">{text('staff.permission')}</th>
            {letters.map((letter) => (
              <th key={letter} scope="col" className="role-cell">
                {text.of('staff.role', letter)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...groups].map(([page, members]) => (
            <Fragment key={page}>
              <tr className="role-group">
                <th scope="rowgroup" colSpan={letters.length + 1}>
                  {titleKeyOf(page) && text(titleKeyOf(page)!)} <code>{page}</code>
                </th>
              </tr>
              {members.map((row) => (
                <tr key={row.id}>
                  <td>
                    <strong>
                      {hasText(`staff.can.${actionOf(row.id)}`) ? text.of('staff.can', actionOf(row.id)) : actionOf(row.id)}
                    </strong>{' '}
                    <span className="muted">{row.alwaysGranted ? text('staff.forEverybody') : actionOf(row.id)}</span>
                  </td>
                  {letters.map((letter) => {
                    const holds = row.alwaysGranted || rolesOf(row).includes(letter)
                    const changed = rolesOf(row).includes(letter) !== row.roles.includes(letter)
                    return (
                      <td
                        key={letter}
                        data-label={text.of('staff.role', letter)}
                        className={changed ? 'role-cell is-changed' : 'role-cell'}
                      >
                        <input
                          type="checkbox"
                          aria-label={`${row.id} ${text.of('staff.role', letter)}`}
                          disabled={
                            !onToggle || !grantMayChange({ permission: row.id, alwaysGranted: row.alwaysGranted }, letter)
                          }
                          checked={holds}
                          onChange={() => onToggle?.(row, letter)}
                        />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
