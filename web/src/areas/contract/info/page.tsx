import { useNavigate, useSearch } from '@tanstack/react-router'
import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { ContractPanel } from './contract-panel.tsx'
import { downloadContract } from './download.ts'
import { SignDialog } from './sign-dialog.tsx'
import { StandardContracts } from './standard-contracts.tsx'
import { VerifyDialog } from './verify-dialog.tsx'
import './contract.css'

/** The contracts of the company: read, sign, download, and check a file against them. */
export default function ContractsPage() {
  const text = useText()
  const navigate = useNavigate()
  const reload = useReload(contractList)
  const { id, ...rest } = useSearch({ strict: false })
  const [signing, sign] = useState<string>()
  const [verifying, verify] = useState(false)
  const [readingStandard, readStandard] = useState(false)
  const open = (contractId: string | undefined) =>
    void navigate({ to: '.', search: contractId ? { ...rest, id: contractId } : rest, resetScroll: false })
  return (
    <>
      <ListPage
        list={contractList}
        cells={{
          no: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.no}
            </button>
          ),
          name: (row) => (language() === 'zh-CN' ? row.nameCn : row.name),
        }}
        rowActions={(row) => [
          ...(row.operations?.includes('signoff')
            ? [
                {
                  key: 'signoff',
                  label: text('contract.signoff'),
                  act: contractCalls.sign,
                  onSelect: () => sign(row.id),
                },
              ]
            : []),
          { key: 'view', label: text('common.view'), onSelect: () => open(row.id) },
          { key: 'download', label: text('common.download'), onSelect: () => downloadContract(row.id, row.no) },
        ]}
        toolbar={
          <>
            <Button small icon="file" onClick={() => readStandard(true)}>
              {text('contract.standard')}
            </Button>
            <Button small icon="shield" onClick={() => verify(true)}>
              {text('contract.verify')}
            </Button>
          </>
        }
        empty={{ title: text('contract.emptyTitle'), text: text('contract.emptyText') }}
      />
      <ContractPanel id={id} onClose={() => open(undefined)} onSign={sign} />
      {signing && (
        <SignDialog
          id={signing}
          onClose={(signed) => {
            sign(undefined)
            if (signed) reload()
          }}
        />
      )}
      {readingStandard && <StandardContracts onClose={() => readStandard(false)} />}
      {verifying && <VerifyDialog onClose={() => verify(false)} />}
    </>
  )
}
