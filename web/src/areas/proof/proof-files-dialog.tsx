import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ProofKind, proofFileCalls } from '@usance/wire/proof-file/calls'
import { useState } from 'react'
import { UploadBox } from '../../form/upload-box.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { send } from '../../http/client.ts'
import type { StoredFile } from '../../http/upload.ts'
import { useText } from '../../i18n/i18n.ts'
import { sameUser } from '../../session/mismatch.ts'
import { useCan, useMayAct } from '../../session/session.ts'
import { Answered } from '../../ui/answered.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { askToDelete, Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useAfterFiles } from '../../ui/files-under-way.ts'
import { FormError } from '../../ui/form-error.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { takeHome } from '../report/take-home.ts'

type Props = { kind: ProofKind; ownerId: string; no: string; onClose: () => void }

/** The papers that hang on a proof, to be taken home, and for settlement to be added to. */
export function ProofFilesDialog({ kind, ownerId, no, onClose }: Props) {
  const text = useText()
  const mayDo = useMayAct()
  const mayAdd = useCan()(`proof.${kind}.upload`) && mayDo(proofFileCalls.add) && mayDo(proofFileCalls.remove)
  const queries = useQueryClient()
  const queryKey = ['proof-files', kind, ownerId]
  const question = useQuery({
    queryKey,
    queryFn: () => send(proofFileCalls.list, { body: { kind, ownerId } }, { quiet: true }),
    staleTime: 0,
  })
  const [fresh, setFresh] = useState<StoredFile[]>([])
  const adding = useSubmit(proofFileCalls.add)
  const add = async () => {
    const files = fresh.map(({ objectKey, fileName }) => ({ objectKey, fileName }))
    const now = await adding.run({ body: { kind, ownerId, files } })
    if (!now) return
    setFresh([])
    queries.setQueryData(queryKey, now)
  }
  const afterFiles = useAfterFiles(add)
  const remove = async (id: string, fileName: string) => {
    if (!(await sameUser())) return
    if (!(await askToDelete(text('report.papers.removeAsk', { name: fileName })))) return
    queries.setQueryData(queryKey, await send(proofFileCalls.remove, { body: { kind, ownerId, id } }))
  }
  return (
    <Dialog
      open
      width={560}
      title={text('report.papers.title', { no })}
      onClose={onClose}
      footer={
        <>
          <FormError error={afterFiles.note || adding.error} />
          <Button onClick={onClose}>{text('common.close')}</Button>
          {mayAdd && (
            <Button
              look="solid"
              busy={adding.busy || afterFiles.isWaiting}
              disabled={fresh.length === 0}
              onClick={() => void afterFiles.send()}
            >
              {text('report.papers.save')}
            </Button>
          )}
        </>
      }
    >
      <Answered question={question} lines={3}>
        {(files) =>
          files.length === 0 ? (
            <Empty title={text('report.papers.none')} text={mayAdd ? text('report.papers.noneText') : undefined} />
          ) : (
            <ul className="plain-rows">
              {files.map((file) => (
                <li key={file.id}>
                  <span>
                    <button
                      type="button"
                      className="link-button"
                      onClick={() =>
                        void takeHome(proofFileCalls.download, { body: { kind, ownerId, id: file.id } }, file.fileName)
                      }
                    >
                      {file.fileName}
                    </button>
                    <br />
                    <small className="muted">
                      {[formatBytes(file.size), file.addedBy, formatDateTime(file.addedAt)].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                  {mayAdd && (
                    <IconButton
                      icon="trash"
                      size={15}
                      label={`${text('common.remove')} ${file.fileName}`}
                      onClick={() => void remove(file.id, file.fileName)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      {mayAdd && <UploadBox value={fresh} onChange={setFresh} mayRemoveStored label={text('report.papers.add')} />}
    </Dialog>
  )
}
