import { contractCalls } from '@usance/wire/contract/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useObjectUrl } from '../../../http/use-object-url.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

/** A contract on paper: its text in either language, or the file itself where there is one. */
export function ContractText({ id, html }: { id?: string; html: { en: string; cn: string } }) {
  const text = useText()
  const [shown, show] = useState<'en' | 'cn' | 'pdf'>(language() === 'zh-CN' ? 'cn' : 'en')
  return (
    <div className="contract-paper">
      <Tabs
        label={text('contract.text')}
        chosen={shown}
        onChoose={show}
        tabs={[
          { key: 'en', label: text('contract.english') },
          { key: 'cn', label: text('contract.chinese') },
          ...(id ? [{ key: 'pdf' as const, label: 'PDF' }] : []),
        ]}
      />
      {shown === 'pdf' && id ? (
        <PdfPreview id={id} />
      ) : (
        <article
          lang={shown === 'en' ? 'en' : 'zh-CN'}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server builds it from plain text and escapes every value
          dangerouslySetInnerHTML={{ __html: html[shown === 'cn' ? 'cn' : 'en'] }}
        />
      )}
    </div>
  )
}

/** The file in the browser's own viewer. Fetched with the session's headers, so its address says nothing. */
function PdfPreview({ id }: { id: string }) {
  const text = useText()
  const { url, failed } = useObjectUrl(
    id,
    async () => (await send(contractCalls.download, { query: { id, preview: 'true' } }, { quiet: true })).blob,
  )
  if (failed)
    return (
      <p className="muted" role="alert">
        {text('common.upload.previewFailed')}
      </p>
    )
  return url ? <iframe className="contract-pdf" title="PDF" src={url} /> : <Skeleton lines={10} />
}
