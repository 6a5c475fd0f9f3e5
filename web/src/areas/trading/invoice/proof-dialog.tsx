import { invoiceCalls } from '@usance/wire/invoice/calls'
import { useState } from 'react'
import { UploadBox } from '../../../form/upload-box.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type Props = { id: string; onClose: () => void; onDone: () => void }

/** Adds the documents that prove a confirmation. */
export function ProofDialog({ id, onClose, onDone }: Props) {
  const text = useText()
  const [files, setFiles] = useState<StoredFile[]>([])
  const { run, busy, error } = useSubmit(invoiceCalls.uploadConfirmation)
  const attachments = files.map(({ objectKey, fileName }) => ({ objectKey, fileName }))
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
            busy={busy}
            disabled={files.length === 0}
            onClick={async () => {
              if (await run({ body: { id, attachments } as never })) onDone()
            }}
          >
            {text('trading.saveFiles')}
          </Button>
        </>
      }
    >
      <UploadBox value={files} onChange={setFiles} mayRemoveStored label={text('trading.files')} />
      <p className="edit-error" role="alert">
        {error}
      </p>
    </Dialog>
  )
}
