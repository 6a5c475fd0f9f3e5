import { useQuery } from '@tanstack/react-query'
import { internationalCalls } from '@usance/wire/international/calls'
import { useMemo, useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { type Language, languages } from '../../../i18n/language.ts'
import { useCan } from '../../../session/session.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatCount, formatDateTime } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { allTexts, type TextRow } from './all-texts.ts'
import { TextDialog } from './text-dialog.tsx'
import '../configuration.css'

const drawn = 200

/** The administrator's own words in place of built-in texts, and what screens found no text for. */
export default function Page() {
  const text = useText()
  const can = useCan()
  const [tab, setTab] = useState<'texts' | 'missing'>('texts')
  const [edited, edit] = useState<string>()
  const texts = useQuery({ queryKey: ['allTexts'], queryFn: allTexts })
  const missing = useQuery({
    queryKey: ['missingTexts'],
    queryFn: () => send(internationalCalls.missing, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  const rowOf = (key: string): TextRow => texts.data?.rows.find((row) => row.key === key) ?? { key, builtIn: {}, own: {} }
  const mayEdit = can('system.i18n.edit')
  return (
    <div className="page">
      <PageHeader title={text('translation.title')}>{text('translation.intro')}</PageHeader>
      <Tabs
        label={text('translation.title')}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { key: 'texts', label: text('translation.texts') },
          { key: 'missing', label: text('translation.missing'), count: missing.data?.length },
        ]}
      />
      {tab === 'missing' ? (
        <Section>
          <p className="muted">{text('translation.missingIntro')}</p>
          {missing.isLoadingError ? (
            <Failed error={missing.error} onRetry={() => void missing.refetch()} />
          ) : !missing.data ? (
            <Skeleton lines={4} />
          ) : missing.data.length === 0 ? (
            <Empty title={text('translation.missingNone')} />
          ) : (
            <div className="table-scroll">
              <table className="table">
                <thead>
                  <tr>
                    {(['key', 'seen', 'page', 'lastSeen'] as const).map((name) => (
                      <th key={name} scope="col">
                        {text(`translation.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {missing.data.map((row) => (
                    <tr key={`${row.langKey} ${row.textKey}`}>
                      <td data-label={text('translation.key')}>
                        {mayEdit ? (
                          <button type="button" className="link-button" onClick={() => edit(row.textKey)}>
                            {row.textKey}
                          </button>
                        ) : (
                          row.textKey
                        )}{' '}
                        <small className="muted">{row.langKey}</small>
                      </td>
                      <td data-label={text('translation.seen')}>{formatCount(row.seen)}</td>
                      <td data-label={text('translation.page')}>{row.page}</td>
                      <td data-label={text('translation.lastSeen')}>{formatDateTime(row.lastSeenAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Section>
      ) : texts.isLoadingError ? (
        <Failed error={texts.error} onRetry={() => void texts.refetch()} />
      ) : !texts.data ? (
        <Skeleton lines={10} />
      ) : (
        <Texts rows={texts.data.rows} onEdit={mayEdit ? edit : undefined} />
      )}
      {edited !== undefined && texts.data && (
        <TextDialog
          row={rowOf(edited)}
          records={texts.data.records}
          onClose={() => edit(undefined)}
          onRefused={() => void texts.refetch()}
          onSaved={() => {
            edit(undefined)
            void texts.refetch()
            void missing.refetch()
          }}
        />
      )}
    </div>
  )
}

function Texts({ rows, onEdit }: { rows: readonly TextRow[]; onEdit?: (key: string) => void }) {
  const text = useText()
  const [area, setArea] = useState('')
  const [typed, setTyped] = useState('')
  const [onlyOwn, setOnlyOwn] = useState(false)
  const areas = useMemo(() => [...new Set(rows.map((row) => row.key.split('.')[0]!))].sort(), [rows])
  const found = useMemo(() => {
    const wanted = typed.trim().toLowerCase()
    return rows.filter(
      (row) =>
        (!area || row.key.startsWith(`${area}.`)) &&
        (!onlyOwn || Object.keys(row.own).length > 0) &&
        (!wanted ||
          [row.key, ...Object.values(row.builtIn), ...Object.values(row.own)].some((one) => one.toLowerCase().includes(wanted))),
    )
  }, [rows, area, typed, onlyOwn])
  const cell = (row: TextRow, language: Language) => (
    <td data-label={text(language === 'en-US' ? 'translation.english' : 'translation.chinese')} lang={language}>
      <span className="text-words">{row.own[language] ?? row.builtIn[language] ?? '-'}</span>
      {row.own[language] && <small className="text-own">{text('translation.own')}</small>}
    </td>
  )
  return (
    <Section>
      <div className="text-search">
        <Select
          label={text('translation.area')}
          value={area}
          options={areas.map((value) => ({ value, label: value }))}
          onChange={setArea}
        />
        <input
          className="input"
          type="search"
          placeholder={text('translation.find')}
          aria-label={text('translation.find')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <label className="check">
          <input type="checkbox" checked={onlyOwn} onChange={(event) => setOnlyOwn(event.target.checked)} />
          {text('translation.onlyOwn')}
        </label>
        <span className="muted">{text('translation.count', { count: formatCount(found.length) })}</span>
      </div>
      {found.length === 0 ? (
        <Empty title={text('table.noMatch')} text={text('table.noMatchText')} />
      ) : (
        <div className="table-scroll">
          <table className="table text-table">
            <thead>
              <tr>
                <th scope="col">{text('translation.key')}</th>
                {languages.map((language) => (
                  <th scope="col" key={language}>
                    {text(language === 'en-US' ? 'translation.english' : 'translation.chinese')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.slice(0, drawn).map((row) => (
                <tr key={row.key}>
                  <td data-label={text('translation.key')}>
                    {onEdit ? (
                      <button
                        type="button"
                        className="link-button"
                        title={text('translation.edit')}
                        onClick={() => onEdit(row.key)}
                      >
                        {row.key}
                      </button>
                    ) : (
                      row.key
                    )}
                  </td>
                  {cell(row, 'en-US')}
                  {cell(row, 'zh-CN')}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.length > drawn && <p className="muted">{text('translation.more', { count: drawn })}</p>}
    </Section>
  )
}
