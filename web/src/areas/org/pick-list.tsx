import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import './integration.css'

type Entry = { value: string; label: ReactNode; hint?: string }

/** Many boxes in titled groups, with a button that ticks the usual ones and one that ticks none. */
export function PickList({
  title,
  usual,
  groups,
  chosen,
  onChoose,
}: {
  title: string
  usual: { label: string; values: readonly string[] }
  groups: readonly { title: string; entries: readonly Entry[] }[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const text = useText()
  const toggle = (value: string) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChoose(next)
  }
  return (
    <>
      <div className="integration-pick">
        <span>{title}</span>
        <Button small onClick={() => onChoose(new Set(usual.values))}>
          {usual.label}
        </Button>
        <Button small onClick={() => onChoose(new Set())}>
          {text('integration.key.nothing')}
        </Button>
      </div>
      <dl className="integration-rights">
        {groups.map((group) => (
          <div key={group.title}>
            <dt>{group.title}</dt>
            <dd>
              {group.entries.map(({ value, label, hint }) => (
                <label key={value} title={hint}>
                  <input type="checkbox" checked={chosen.has(value)} onChange={() => toggle(value)} /> {label}
                </label>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
