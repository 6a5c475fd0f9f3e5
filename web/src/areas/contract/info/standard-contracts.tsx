import { useQuery } from '@tanstack/react-query'
import { contractCalls } from '@usance/wire/contract/calls'
import { useState } from 'react'
import { Kit } from '../../../form/kit.tsx'
import { SearchSelect } from '../../../form/search-select.tsx'
import { contractSource } from '../../../form/search-sources.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ContractText } from './contract-text.tsx'

/** The contracts that orders are concluded with, to be read before there is any order. */
export function StandardContracts({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [id, choose] = useState<string>()
  return (
    <Dialog open title={text('contract.standard')} onClose={onClose} width={760}>
      <p className="muted">{text('contract.standardText')}</p>
      <div className="contract-choice">
        <Kit>
          <SearchSelect source={contractSource} value={id} onChange={choose} aria-label={text('contract.standardChoose')} />
        </Kit>
      </div>
      {id && <TemplateText id={id} />}
    </Dialog>
  )
}

function TemplateText({ id }: { id: string }) {
  const template = useQuery({
    queryKey: ['contract', 'template', id],
    queryFn: () => send(contractCalls.template, { body: { id } }),
  })
  return (
    <Answered question={template} lines={12}>
      {({ html }) => <ContractText html={html} />}
    </Answered>
  )
}
