import { useText } from '../../i18n/i18n.ts'
import './trading.css'

/** What is odd about a document, a sentence each; nothing where nothing is. */
export function RiskFlags({ words }: { words: readonly string[] }) {
  const text = useText()
  if (words.length === 0) return null
  return (
    <div className="doc-flags" role="note">
      <strong>{text('trading.flagsTitle')}</strong>
      <ul>
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </div>
  )
}
