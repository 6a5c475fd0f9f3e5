import type { ReactNode } from 'react'
import './tabs.css'

export type Tab<K extends string> = { key: K; label: ReactNode; count?: number | undefined }

/** A row of tabs; what a tab shows stands below it. */
export function Tabs<K extends string>({
  tabs,
  chosen,
  onChoose,
  label,
}: {
  tabs: readonly Tab<K>[]
  chosen: K
  onChoose: (key: K) => void
  label: string
}) {
  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button type="button" role="tab" key={tab.key} aria-selected={tab.key === chosen} onClick={() => onChoose(tab.key)}>
          {tab.label}
          {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
