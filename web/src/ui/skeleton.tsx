/** Grey lines in the shape of what is coming. */
export function Skeleton({ lines = 4, title = true }: { lines?: number; title?: boolean }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {title && <span className="bone bone-title" />}
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines
        <span key={index} className="bone" style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
