import { type ReactNode, useId, useState } from 'react'
import { Icon } from './icons.tsx'

/** A titled part that folds; open at first. What is inside keeps its state while folded. */
export function CollapseCard({
  title,
  children,
  open: start = true,
  extra,
}: {
  title: ReactNode
  children: ReactNode
  open?: boolean
  extra?: ReactNode
}) {
  const [open, setOpen] = useState(start)
  const id = useId()
  return (
    <section className="panel section collapse-card">
      <header className="section-head">
        <h2>
          <button
            type="button"
            className="collapse-button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'up' : 'down'} size={15} />
            {title}
          </button>
        </h2>
        {extra}
      </header>
      <div className="section-body" id={id} hidden={!open}>
        {children}
      </div>
    </section>
  )
}
