import { useEffect, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { Select } from '../ui/select.tsx'
import { pageSizes } from './conditions.ts'

/** Total, page size, neighbours, and a jump to any page. */
export function Pager({
  page,
  size,
  total,
  sizes = pageSizes,
  onChange,
}: {
  page: number
  size: number
  total: number
  sizes?: readonly number[]
  onChange: (page: number, size: number) => void
}) {
  const text = useText()
  const pages = Math.max(1, Math.ceil(total / size))
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  const jump = () => {
    const wanted = Math.min(pages, Math.max(1, Math.floor(Number(typed)) || page))
    setTyped(String(wanted))
    if (wanted !== page) onChange(wanted, size)
  }
  const from = Math.min(total, (page - 1) * size + 1)
  return (
    <nav className="pager" aria-label={text('table.jump')}>
      <span className="pager-total">
        {text('table.range', {
          from: formatCount(from),
          to: formatCount(Math.min(total, page * size)),
          total: formatCount(total),
        })}
      </span>
      <Select
        compact
        all={false}
        label={text('table.pageSize', { size: '' })}
        value={String(size)}
        options={sizes.map((value) => ({ value: String(value), label: text('table.pageSize', { size: value }) }))}
        onChange={(value) => onChange(1, Number(value))}
      />
      <span className="pager-steps">
        <IconButton icon="left" label={text('table.previous')} disabled={page <= 1} onClick={() => onChange(page - 1, size)} />
        <label className="pager-jump">
          <span className="sr-only">{text('table.jump')}</span>
          <input
            className="input"
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 7))}
            onBlur={jump}
            onKeyDown={(event) => event.key === 'Enter' && jump()}
          />
          <span>/ {formatCount(pages)}</span>
        </label>
        <IconButton icon="right" label={text('table.next')} disabled={page >= pages} onClick={() => onChange(page + 1, size)} />
      </span>
    </nav>
  )
}
