import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Tabs } from '../../../ui/tabs.tsx'

/** The text of a contract on paper, in either language. */
export function ContractText({ html }: { html: { en: string; cn: string } }) {
  const text = useText()
  const [shown, show] = useState<'en' | 'cn'>(language() === 'zh-CN' ? 'cn' : 'en')
  return (
    <div className="contract-paper">
      <Tabs
        label={text('contract.text')}
        chosen={shown}
        onChoose={show}
        tabs={[
          { key: 'en', label: text('contract.english') },
          { key: 'cn', label: text('contract.chinese') },
        ]}
      />
      <article
        lang={shown === 'en' ? 'en' : 'zh-CN'}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server builds it from plain text and escapes every value
        dangerouslySetInnerHTML={{ __html: html[shown] }}
      />
    </div>
  )
}
