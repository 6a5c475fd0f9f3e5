import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { useState } from 'react'
import { useTyped } from '../../../form/kept.ts'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { wordsOf } from '../../../http/report.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ChooseFile } from '../../../ui/choose-file.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { readUtf8 } from '../read-utf8.ts'
import { partsOf } from './parts-of.ts'

const mostShown = 40
type Result = { name: string; added: number; known: number; faultyCount: number; faulty: number[] }

/** Adds the names of a CSV file to a list, in parts when it is long, and says what became of them. */
export function ImportNames({ onDone }: { onDone: () => void }) {
  const text = useText()
  const [list, setList] = useTyped('', { part: 'list of names' })
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState('')
  useUnsaved(() => progress !== '')
  const [fault, setFault] = useState('')
  const [result, setResult] = useState<Result>()
  const run = async () => {
    setFault('')
    setResult(undefined)
    const csv = await readUtf8(file!)
    if (csv === undefined) return setFault(text('onboarding.watch.unreadable'))
    const of = csv.split('\n').length
    const sum: Result = { name: file!.name, added: 0, known: 0, faultyCount: 0, faulty: [] }
    let at = 1
    try {
      for (const part of partsOf(csv)) {
        at = part.before + 1
        setProgress(text('onboarding.watch.importing', { at, of }))
        const body = { list: list.trim(), csv: part.csv, idempotencyKey: randomId() }
        const { added, known, faultyCount, faulty } = await send(onboardingCalls.importSanctions, { body })
        sum.added += added
        sum.known += known
        sum.faultyCount += faultyCount
        sum.faulty.push(...faulty.map((line) => line + part.before))
      }
    } catch (failure) {
      // The notice of the refusal closes by itself. The list is incomplete, and the fault says so until the next import.
      setFault(text('onboarding.watch.stopped', { name: sum.name, at, of, reason: wordsOf(failure) }))
      throw failure
    } finally {
      setProgress('')
      setResult(sum)
      onDone()
    }
  }
  return (
    <>
      <p className="muted">{text('onboarding.watch.how')}</p>
      <div className="integration-fields integration-narrow">
        <label>
          <span>{text('onboarding.watch.listName')}</span>
          <input className="input" value={list} maxLength={60} onChange={(event) => setList(event.target.value)} />
        </label>
        <div className="watch-list-file">
          <ChooseFile label={text('onboarding.watch.file')} accept=".csv,.txt,text/csv,text/plain" onChoose={setFile} />
          {file && <FileName name={file.name} />}
        </div>
        <div>
          <ActionButton look="solid" disabled={(!list.trim() || !file) && text('onboarding.watch.choose')} action={run}>
            {text('onboarding.watch.import')}
          </ActionButton>
        </div>
      </div>
      <div role="status" className="integration-note">
        {progress}
        <FormError error={fault} />
        {result && (
          <>
            <p>{text('onboarding.watch.result', result)}</p>
            {result.faultyCount > 0 && (
              <p>{text('onboarding.watch.faulty', { count: result.faultyCount, lines: linesOf(result, text) })}</p>
            )}
          </>
        )}
      </div>
    </>
  )
}

function linesOf({ faulty, faultyCount }: Result, text: ReturnType<typeof useText>): string {
  const shown = faulty.slice(0, mostShown)
  const lines = shown.join(', ')
  return faultyCount > shown.length ? text('onboarding.watch.more', { lines, count: faultyCount - shown.length }) : lines
}
