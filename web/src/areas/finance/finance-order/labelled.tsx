import type { ReactNode } from 'react'

/** A control under its name. */
export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control inside carries the same name
  <label className="labelled">
    <span>{label}</span>
    {children}
  </label>
)
