import { useText } from '../../../i18n/i18n.ts'

const most = { titleCn: 200, textCn: 8000, topicsCn: 200, tagsCn: 200 } as const
type Name = keyof typeof most

/** The same words in Chinese, for who has them; without them Chinese readers see the others. */
export function InChinese<F extends Partial<Record<Name, string>>>({
  facts,
  set,
  names,
}: {
  facts: F
  set: (more: Partial<Record<Name, string>>) => void
  names: readonly Name[]
}) {
  const text = useText()
  return (
    <details className="is-wide news-chinese" open={names.some((name) => facts[name])}>
      <summary>{text('insight.inChinese')}</summary>
      {names.map((name) => (
        <label key={name} htmlFor={`news-${name}`}>
          <span>{text(`insight.${name}`)}</span>
          {name === 'textCn' ? (
            <textarea
              id={`news-${name}`}
              className="input news-text"
              rows={4}
              maxLength={most[name]}
              value={facts[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          ) : (
            <input
              id={`news-${name}`}
              className="input"
              maxLength={most[name]}
              value={facts[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          )}
        </label>
      ))}
    </details>
  )
}
