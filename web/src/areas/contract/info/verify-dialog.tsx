import type { Answer } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { useRef, useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { sameUser } from '../../../session/mismatch.ts'
import { sha256 } from '../../../session/rsa-oaep.ts'
import { ChooseFile } from '../../../ui/choose-file.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icons.tsx'
import { DescriptionList } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { Signatories } from './signatories.tsx'

type Verified = Answer<typeof contractCalls.verify> & { file: string; hash: string }

/** Compares a file with the signed contracts by its SHA-256, computed here, also where the page is not served over TLS. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [verified, setVerified] = useState<Verified>()
  // An answer about an earlier file is not shown.
  const latest = useRef<File>(undefined)
  const check = async (file: File | undefined) => {
    latest.current = file
    setVerified(undefined)
    if (!file || !(await sameUser())) return
    const hash = Array.from(sha256(new Uint8Array(await file.arrayBuffer())), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
    const answer = await send(contractCalls.verify, { body: { sha256: hash } })
    if (latest.current === file) setVerified({ ...answer, file: file.name, hash })
  }
  return (
    <Dialog open title={text('contract.verifyTitle')} onClose={onClose} width={560}>
      <p className="muted">{text('contract.verifyText')}</p>
      <ChooseFile
        label={text('contract.choose')}
        accept="application/pdf"
        onChoose={(file) => void check(file).catch(() => undefined)}
      />
      {verified && (
        <>
          <p className={`verified ${verified.matches ? 'is-good' : 'is-bad'}`} role="status">
            <Icon name={verified.matches ? 'check' : 'alert'} size={18} />
            {verified.contract
              ? text('contract.matches', {
                  name: verified.file,
                  no: verified.contract.no,
                  when: formatDateTime(verified.contract.signedAt),
                })
              : text('contract.matchesNot', { name: verified.file })}
          </p>
          <DescriptionList
            facts={[
              verified.contract !== null && {
                label: text('list.contract.info.name'),
                value: (
                  <>
                    {language() === 'zh-CN' ? verified.contract.nameCn : verified.contract.name}{' '}
                    <StatusTag value={verified.contract.status} />
                  </>
                ),
                wide: true,
              },
              { label: text('contract.fileHash'), value: <code className="hash">{verified.hash}</code>, wide: true },
            ]}
          />
          {verified.contract && <Signatories of={verified.contract.signatories} />}
        </>
      )}
    </Dialog>
  )
}
