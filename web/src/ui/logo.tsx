/** The mark: a U whose open middle holds a day still to come – the time allowed to pay. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0b5457" />
      <path d="M8.5 8v8.2a7.5 7.5 0 0 0 15 0V8" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
      <path d="M16 8v7.5" stroke="#7fd0c4" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** Mark and name; the name follows the deployment's brand. */
export function Logo({ brand = 'Usance', size = 26 }: { brand?: string; size?: number }) {
  return (
    <span className="logo">
      <LogoMark size={size} />
      <span className="logo-word">{brand}</span>
    </span>
  )
}
