import { downloadFile, fetchFile } from '../http/file-access.ts'
import { extensionOf, type StoredFile } from '../http/upload.ts'
import { useObjectUrl } from '../http/use-object-url.ts'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import './upload.css'

/** A picture or a PDF in a dialog, as `showsInPage` says; files of other kinds are downloaded and offer no preview. */
export function FilePreview({
  file,
  onClose,
}: {
  file: Pick<StoredFile, 'objectKey' | 'fileName' | 'fileSource'> | undefined
  onClose: () => void
}) {
  const text = useText()
  const shown = useObjectUrl(file?.objectKey, () => fetchFile(file!, true))
  if (!file) return null
  const pdf = extensionOf(file.fileName) === 'pdf'
  return (
    <Dialog
      open
      width={920}
      title={file.fileName}
      onClose={onClose}
      footer={
        <Button icon="download" onClick={() => void downloadFile(file)}>
          {text('common.download')}
        </Button>
      }
    >
      <div className="file-preview">
        {shown.failed ? (
          <p className="muted" role="alert">
            {text('common.upload.previewFailed')}
          </p>
        ) : !shown.url ? (
          <Skeleton lines={6} title={false} />
        ) : pdf ? (
          <iframe src={shown.url} title={file.fileName} />
        ) : (
          <img src={shown.url} alt={file.fileName} />
        )}
      </div>
    </Dialog>
  )
}
