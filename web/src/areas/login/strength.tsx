import { useText } from '../../i18n/i18n.ts'

const common = ['password', 'qwerty', 'letmein', 'welcome', 'admin', 'iloveyou', 'usance', 'abc123', '123456', '111111']

/** An estimate from 0 to 100: length counts most; repeats, runs and well-known words take away. */
export function passwordStrength(password: string): number {
  let bits = 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const perLetter = 2.2 + kinds * 0.5
  for (let at = 0; at < password.length; at++) {
    const step = at === 0 ? Number.NaN : password.charCodeAt(at) - password.charCodeAt(at - 1)
    bits += Math.abs(step) <= 1 ? 0.6 : perLetter
  }
  const lower = password.toLowerCase()
  for (const word of common) if (lower.includes(word)) bits -= word.length * 2.6
  return Math.max(0, Math.min(100, Math.round((bits / 62) * 100)))
}

/** Red up to 20, orange up to 40, green above; the words say the same. */
export function StrengthBar({ value }: { value: number }) {
  const text = useText()
  const level = value <= 20 ? 'weak' : value <= 40 ? 'fair' : 'strong'
  return (
    <div className={`strength strength-${level}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn in three colours everywhere */}
      <div
        className="strength-track"
        role="meter"
        aria-label={text('login.strength')}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${value}%` }} />
      </div>
      <small>{value > 0 && text(`login.${level}`)}</small>
    </div>
  )
}
