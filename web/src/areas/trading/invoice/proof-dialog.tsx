import { invoiceCalls } from '@usance/wire/invoice/calls'
import { useState } from 'react'
import { inGroups, PapersBox, paperRefs } from '../../../form/papers.tsx'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAfterFiles } from '../../../ui/files-under-way.ts'

type Props = { id: string; onClose: () => void; onDone: () => void }

/** Adds the documents that prove a confirmation. */
export function ProofDialog({ id, onClose, onDone }: Props) {
  const text = useText()
  const [files, setFiles] = useState<StoredFile[]>([])
  const groups = usePaperGroups('INVOICE')
  const { run, busy, error } = useSubmit(invoiceCalls.uploadConfirmation)
  const afterFiles = useAfterFiles(async () => {
    const attachments = paperRefs(inGroups(files, groups.data ?? [], 'INVOICE', 'CONFIRMATION'))
    if (await run({ body: { id, attachments } })) onDone()
  })
  return (
    <Dialog
      open
      width={560}
      title={text('trading.uploadConfirmation')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            look="solid"
            busy={busy || afterFiles.isWaiting}
            disabled={files.length === 0}
            onClick={() => void afterFiles.send()}
          >
            {text('trading.saveFiles')}
          </Button>
        </>
      }
    >
      <PapersBox kind="INVOICE" stage="CONFIRMATION" groups={groups} value={files} onChange={setFiles} />
      <p className="edit-error" role="alert">
        {afterFiles.note || error}
      </p>
    </Dialog>
  )
}
