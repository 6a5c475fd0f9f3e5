import type { ExtractData, ExtractField } from '@usance/wire/ocr/calls'
import { useState } from 'react'
import { hasText, type Translate, useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { DateInput } from '../ui/date-input.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatBytes, formatDateTime, formatDecimal } from '../ui/format.ts'
import { Icon } from '../ui/icons.tsx'
import { DocumentPages } from './document-pages.tsx'
import { type OcrFile, valuesOf } from './ocr-file.ts'

type Props = {
  file: OcrFile & { extractData: ExtractData }
  onClose: () => void
  /** The values as the user left them, by the names of the fields; emptied ones are absent. */
  onUse: (values: Record<string, string>) => void
}

/** The picture of a document beside what was read from it: each field shows its place, doubtful ones are marked and corrected here. */
export function DocumentCheck({ file, onClose, onUse }: Props) {
  const text = useText()
  const data = file.extractData
  const [values, setValues] = useState(() => valuesOf(data))
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string>()
  const open = data.fields.filter((field) => isDoubtful(field) && !looked.has(field.name))
  const use = () =>
    onUse(Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))))
  return (
    <Dialog
      open
      width={1280}
      title={text('ocr.checkTitle', { name: data.fileName })}
      onClose={onClose}
      footer={
        <>
          <span className="ocr-open" role="status">
            {open.length > 0 ? text('ocr.stillOpen', { count: open.length }) : text('ocr.allLooked')}
          </span>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" onClick={use}>
            {text('ocr.use')}
          </Button>
        </>
      }
    >
      <div className="ocr-check">
        <DocumentPages file={file} active={active} onPick={setActive} />
        <div className="ocr-fields">
          <p className="muted ocr-source">{text(`ocr.from.${data.readFrom}`)}</p>
          <Checks data={data} />
          <ul>
            {data.fields.filter(isShown).map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                value={values[field.name] ?? ''}
                doubtful={isDoubtful(field) && !looked.has(field.name)}
                active={active === field.name}
                onFocus={() => setActive(field.name)}
                onChange={(value) => {
                  setValues({ ...values, [field.name]: value })
                  setLooked(new Set([...looked, field.name]))
                }}
                onFine={() => setLooked(new Set([...looked, field.name]))}
              />
            ))}
          </ul>
          <Lines data={data} />
          <MailHead data={data} />
        </div>
      </div>
    </Dialog>
  )
}

/** What is printed, what must be there, and what the form asks for; the rest of the schema would only be in the way. */
const isShown = ({ name, kind, found, required }: ExtractField) =>
  found !== null || required || kind === 'date' || ['currency', 'buyerName', 'poNumber'].includes(name)

const isDoubtful = ({ found, required }: ExtractField) => (found ? found.doubtful : required)

/** What an administrator calls a field, or the portal's own word for it. */
const labelOf = ({ name, label }: Pick<ExtractField, 'name' | 'label'>, text: Translate): string =>
  label?.[language()] || (hasText(`ocr.field.${name}`) ? text.of('ocr.field', name) : name)

type RowProps = {
  field: ExtractField
  value: string
  doubtful: boolean
  active: boolean
  onFocus: () => void
  onChange: (value: string) => void
  onFine: () => void
}

function FieldRow({ field, value, doubtful, active, onFocus, onChange, onFine }: RowProps) {
  const text = useText()
  const label = labelOf(field, text)
  const { found } = field
  const note = doubtful ? `ocr-${field.name}-note` : undefined
  const about = { id: `ocr-${field.name}`, placeholder: found ? undefined : text('ocr.notPrinted'), onFocus }
  return (
    <li className={`ocr-field${doubtful ? ' is-doubtful' : ''}${active ? ' is-active' : ''}`}>
      <label htmlFor={`ocr-${field.name}`}>
        {label}
        {field.required && <span aria-hidden="true"> *</span>}
      </label>
      {field.kind === 'date' ? (
        <DateInput
          {...about}
          label={label}
          value={value}
          describedBy={note}
          onPick={onChange}
          onClear={() => onChange('')}
          onFault={onChange}
        />
      ) : (
        <input
          {...about}
          className="input"
          inputMode={field.kind === 'amount' ? 'decimal' : undefined}
          maxLength={200}
          value={value}
          aria-describedby={note}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {doubtful ? (
        <span className="ocr-note" id={`ocr-${field.name}-note`}>
          <Icon name="alert" size={14} />
          {found ? text('ocr.lookAt', { text: found.text }) : text('ocr.missing')}
          {found && (
            <Button small look="text" onClick={onFine}>
              {text('ocr.isRight')}
            </Button>
          )}
        </span>
      ) : (
        found && found.text !== value && <span className="ocr-note muted">{text('ocr.printed', { text: found.text })}</span>
      )}
    </li>
  )
}

/** What a check found: its amounts with their groups, and not a decimal less, since a difference may lie there. */
const asRead = (params: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      ['sum', 'total', 'net'].includes(name) ? formatDecimal(value, value.split('.')[1]?.length ?? 0) : value,
    ]),
  )

function Checks({ data }: { data: ExtractData }) {
  const text = useText()
  const shown = data.checks.filter(({ rule }) => rule !== 'MISSING')
  if (shown.length === 0) return null
  return (
    <ul className="ocr-checks" aria-label={text('ocr.checks')}>
      {shown.map((check) => {
        const key = `ocr.rule.${check.rule}`
        return (
          <li
            key={`${check.rule}${check.params?.line ?? ''}${check.fields.join()}`}
            className={check.level === 'error' ? 'is-error' : undefined}
          >
            <Icon name="alert" size={14} />
            <span>
              {hasText(key)
                ? text(key, {
                    ...asRead(check.params),
                    fields: check.fields
                      .map((name) => labelOf(data.fields.find((one) => one.name === name) ?? { name }, text))
                      .join(', '),
                  })
                : check.rule}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Lines({ data }: { data: ExtractData }) {
  const text = useText()
  if (data.lines.length === 0) return null
  return (
    <details className="ocr-lines">
      <summary>{text('ocr.lines', { count: data.lines.length })}</summary>
      <table>
        <thead>
          <tr>
            <th>{text('ocr.line.description')}</th>
            <th className="number">{text('ocr.line.quantity')}</th>
            <th className="number">{text('ocr.line.unitPrice')}</th>
            <th className="number">{text('ocr.line.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one reading never move
            <tr key={index}>
              <td>{line.description}</td>
              <td className="number">{line.quantity}</td>
              <td className="number">{line.unitPrice}</td>
              <td className="number">{line.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function MailHead({ data: { mail } }: { data: ExtractData }) {
  const text = useText()
  if (!mail) return null
  return (
    <details className="ocr-lines">
      <summary>{text('ocr.mail')}</summary>
      <dl className="ocr-mail">
        <dt>{text('ocr.mailSubject')}</dt>
        <dd>{mail.subject ?? '-'}</dd>
        <dt>{text('ocr.mailFrom')}</dt>
        <dd>{[mail.fromName, mail.fromEmail].filter(Boolean).join(' · ') || '-'}</dd>
        <dt>{text('ocr.mailDate')}</dt>
        <dd>{formatDateTime(mail.date)}</dd>
        <dt>{text('ocr.mailFiles')}</dt>
        <dd>{mail.attachments.map(({ name, bytes }) => `${name ?? '-'} (${formatBytes(bytes)})`).join(', ') || '-'}</dd>
      </dl>
    </details>
  )
}
