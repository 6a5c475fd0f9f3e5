import { type ExtractData, ocrCalls } from '@usance/wire/ocr/calls'
import { useEffect, useState } from 'react'
import { send } from '../http/client.ts'
import { useObjectUrl } from '../http/use-object-url.ts'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { OcrFile } from './ocr-file.ts'

type Props = {
  file: OcrFile & { extractData: ExtractData }
  /** The field whose place is shown strongest. */
  active: string | undefined
  onPick: (name: string) => void
}

/** A document page by page, with a box around each value that was read from it. */
export function DocumentPages({ file, active, onPick }: Props) {
  const text = useText()
  const { pages, fields, readFrom, mail } = file.extractData
  const [index, setIndex] = useState(0)
  const place = fields.find(({ name }) => name === active)?.found?.page
  useEffect(() => {
    const at = pages.findIndex(({ number }) => number === place)
    if (at >= 0) setIndex(at)
  }, [place, pages])
  const page = pages[index]
  if (readFrom === 'mail') return <pre className="ocr-paper ocr-mail-text">{mail?.body}</pre>
  if (!page) return <p className="ocr-paper muted">{text('ocr.noPicture')}</p>
  const boxes = fields.flatMap(({ name, found }) =>
    found?.box && found.page === page.number ? [{ name, box: found.box, doubtful: found.doubtful }] : [],
  )
  return (
    <div className="ocr-paper">
      {pages.length > 1 && (
        <div className="ocr-pager">
          <IconButton icon="left" label={text('ocr.previousPage')} disabled={index === 0} onClick={() => setIndex(index - 1)} />
          <span>{text('ocr.page', { page: page.number, pages: pages.length })}</span>
          <IconButton
            icon="right"
            label={text('ocr.nextPage')}
            disabled={index === pages.length - 1}
            onClick={() => setIndex(index + 1)}
          />
        </div>
      )}
      <div className="ocr-picture" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
        <PagePicture file={file} number={page.number} turns={page.turns} />
        {boxes.map(({ name, box: [left, top, right, bottom], doubtful }) => (
          <button
            key={name}
            type="button"
            className={`ocr-box${doubtful ? ' is-doubtful' : ''}${active === name ? ' is-active' : ''}`}
            title={text.of('ocr.field', name)}
            aria-label={text.of('ocr.field', name)}
            style={{
              left: `${(left / page.width) * 100}%`,
              top: `${(top / page.height) * 100}%`,
              width: `${((right - left) / page.width) * 100}%`,
              height: `${((bottom - top) / page.height) * 100}%`,
            }}
            onClick={() => {
              onPick(name)
              document.getElementById(`ocr-${name}`)?.focus()
            }}
          />
        ))}
      </div>
    </div>
  )
}

function PagePicture({ file, number, turns }: { file: Props['file']; number: number; turns: number }) {
  const text = useText()
  const { part } = file.extractData
  const shown = useObjectUrl(JSON.stringify([file.objectKey, number, turns, part]), async () => {
    const body = { fileKey: file.objectKey, page: number, turns, ...(part ? { part } : {}) }
    return (await send(ocrCalls.page, { body }, { quiet: true })).blob
  })
  if (shown.failed) return <p className="muted">{text('common.upload.previewFailed')}</p>
  return shown.url ? (
    <img src={shown.url} alt={text('ocr.pageOf', { name: file.fileName, page: number })} />
  ) : (
    <Skeleton lines={12} title={false} />
  )
}
