import { useQueryClient } from '@tanstack/react-query'
import { isOwnName } from '@usance/domain/signed-name'
import { contractCalls, signMethods } from '@usance/wire/contract/calls'
import { useId, useState } from 'react'
import { useTyped } from '../../../form/kept.ts'
import { UploadBox } from '../../../form/upload-box.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { type StoredFile, upload } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { useAfterFiles } from '../../../ui/files-under-way.ts'
import { notify } from '../../../ui/notice.ts'
import { SignaturePad } from './signature-pad.tsx'
import { useContract } from './use-contract.ts'

type Method = (typeof signMethods)[number]

/** Signs one contract: a typed, drawn or uploaded signature under the name of the user. */
export function SignDialog({ id, onClose }: { id: string; onClose: (signed: boolean) => void }) {
  const text = useText()
  const { user } = useSession()
  const field = useId()
  const queries = useQueryClient()
  const question = useContract(id)
  const contract = question.data
  const [method, choose] = useTyped<Method>('TYPED', { part: `method ${id}` })
  const [name, setName] = useTyped(user.cname, { part: `name ${id}` })
  const [drawn, setDrawn] = useState<Blob | null>(null)
  const [files, setFiles] = useState<StoredFile[]>([])
  const [agreed, agree] = useState(false)
  const { run, busy, error } = useSubmit(contractCalls.sign)
  const pictured = method === 'TYPED' || (method === 'DRAWN' ? drawn !== null : files.length > 0)
  const isOwn = isOwnName(name, user.cname)
  const ready = contract !== undefined && agreed && name.trim() !== '' && pictured

  const sign = async () => {
    if (!contract) return
    const picture =
      method === 'DRAWN' && drawn
        ? (await upload(new File([drawn], 'signature.png', { type: 'image/png' }))).objectKey
        : method === 'UPLOADED'
          ? files[0]?.objectKey
          : undefined
    const body = {
      id,
      name: name.trim(),
      method,
      textSha256: contract.textSha256,
      ...(picture ? { signatureObjectKey: picture } : {}),
    }
    if (!(await run({ body: body }))) return
    notify('success', text('contract.didSign', { no: contract.no }))
    void queries.invalidateQueries({ queryKey: ['contract'] })
    onClose(true)
  }
  const afterFiles = useAfterFiles(sign)
  return (
    <Dialog
      open
      width={580}
      title={contract ? text('contract.signTitle', { no: contract.no }) : text('contract.sign')}
      onClose={() => onClose(false)}
      footer={
        <>
          <p className="edit-error" role="alert">
            {afterFiles.note || error}
          </p>
          <Button onClick={() => onClose(false)}>{text('common.cancel')}</Button>
          <Button look="solid" busy={busy || afterFiles.isWaiting} disabled={!ready} onClick={() => void afterFiles.send()}>
            {text('contract.sign')}
          </Button>
        </>
      }
    >
      {question.isLoadingError ? (
        <Failed error={question.error} onRetry={() => void question.refetch()} />
      ) : (
        <div className="sign-form">
          <fieldset className="sign-methods">
            <legend>{text('contract.method')}</legend>
            {signMethods.map((one) => (
              <label key={one}>
                <input type="radio" name={`${field}-method`} checked={method === one} onChange={() => choose(one)} />
                {text(`contract.${one}`)}
              </label>
            ))}
          </fieldset>
          <label htmlFor={`${field}-name`}>{text('contract.name')}</label>
          <input
            id={`${field}-name`}
            className="input"
            value={name}
            maxLength={120}
            aria-invalid={isOwn ? undefined : true}
            aria-describedby={`${field}-name-hint`}
            onChange={(event) => setName(event.target.value)}
          />
          {isOwn ? (
            <p id={`${field}-name-hint`} className="muted sign-note">
              {text('contract.nameHint', { name: user.cname })}
            </p>
          ) : (
            <p id={`${field}-name-hint`} className="edit-error" role="alert">
              {text('errors.SIGNED_NAME_NOT_OWN', { name: user.cname })}
            </p>
          )}
          {method === 'TYPED' && name.trim() !== '' && <p className="typed-signature">{name}</p>}
          {method === 'DRAWN' && <SignaturePad onChange={setDrawn} />}
          {method === 'UPLOADED' && (
            <UploadBox
              value={files}
              onChange={setFiles}
              maxCount={1}
              types={['png', 'jpg', 'jpeg']}
              mayRemoveStored
              label={text('contract.picture')}
            />
          )}
          <label className="sign-agree">
            <input type="checkbox" checked={agreed} onChange={(event) => agree(event.target.checked)} />
            {text('contract.agree', { company: user.companyName })}
          </label>
          <p className="muted sign-note">{text('contract.signing')}</p>
        </div>
      )}
    </Dialog>
  )
}
