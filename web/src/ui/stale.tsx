import type { ReactNode } from 'react'

/** What a question brought, paled while it is still the answer to an earlier one and the next is on its way. */
export function Stale({
  question: { isPlaceholderData },
  className,
  children,
}: {
  question: { isPlaceholderData: boolean }
  className?: string
  children: ReactNode
}) {
  const names = [className, isPlaceholderData && 'is-stale'].filter(Boolean).join(' ')
  return (
    <div className={names || undefined} aria-busy={isPlaceholderData}>
      {children}
    </div>
  )
}
