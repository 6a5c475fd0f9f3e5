import { fileCalls } from '@usance/wire/file/calls'
import { send } from '../../http/client.ts'
import { saveFile } from '../../http/files.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'

type Props = { files: readonly { objectKey: string; fileName: string; note?: string }[] }

/** Files of a document, each to be downloaded. */
export function FileRows({ files }: Props) {
  const text = useText()
  return (
    <ul className="plain-rows">
      {files.map((file) => (
        <li key={file.objectKey}>
          <span>
            {file.fileName} {file.note && <span className="muted">{file.note}</span>}
          </span>
          <Button
            small
            icon="download"
            onClick={async () =>
              saveFile((await send(fileCalls.content, { query: { objectKey: file.objectKey } })).blob, file.fileName)
            }
          >
            {text('common.download')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
