import type { CurrentOf } from '@usance/wire/config-change/answers'
import { confirmModes } from '@usance/wire/config-change/values'
import { useState } from 'react'
import { NumberField, SelectField } from '../../../form/fields.tsx'
import { PartyField } from '../../../form/search-fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { choiceWord, useOnOff, useYesNo, type YesNo, yesNo } from './choices.ts'
import { CurrentRows } from './current-rows.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'

type Values = Omit<ProposalOf<'RELATIONSHIP'>['values'], 'disclosed'> & { disclosed: YesNo }

/** Who trades with whom, and how each buyer confirms; a new pair or other terms are put forward for approval. */
export default function RelationshipPage() {
  const text = useText()
  const mayEdit = useMayChange('system.limit.edit')
  const [edited, setEdited] = useState<CurrentOf<'RELATIONSHIP'> | 'new'>()
  const field = (name: string) => text.of('staff.field', name)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemRelationship')}
        actions={
          mayEdit && (
            <Button look="solid" small icon="plus" onClick={() => setEdited('new')}>
              {text('staff.relationshipAdd')}
            </Button>
          )
        }
      >
        {text('staff.relationshipText')}
      </PageHeader>
      <Section>
        <CurrentRows
          kind="RELATIONSHIP"
          columns={[
            { key: 'supplier', label: field('supplierId'), cell: (row) => row.supplierName },
            { key: 'buyer', label: field('buyerId'), cell: (row) => row.buyerName },
            { key: 'term', label: field('termDays'), figure: true, cell: (row) => row.termDays },
            { key: 'disclosed', label: field('disclosed'), cell: (row) => text(row.disclosed ? 'staff.yes' : 'staff.noWord') },
            { key: 'mode', label: field('confirmMode'), cell: (row) => choiceWord(text, 'confirmMode', row.confirmMode) },
            { key: 'status', label: text('staff.status'), cell: (row) => <StatusTag value={row.status} /> },
          ]}
          onChange={mayEdit && setEdited}
        />
      </Section>
      <ChangesSection kind="RELATIONSHIP" />
      {edited && <RelationshipDialog known={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

function RelationshipDialog({ known, onClose }: { known: CurrentOf<'RELATIONSHIP'> | undefined; onClose: () => void }) {
  const text = useText()
  const answers = useYesNo()
  const onOff = useOnOff()
  const field = (name: string) => text.of('staff.field', name)
  return (
    <ChangeDialog<Values>
      kind="RELATIONSHIP"
      title={known ? `${known.supplierName} · ${known.buyerName}` : text('staff.relationshipAdd')}
      initialValues={{
        confirmMode: 'MANUAL',
        status: 'ENABLE',
        ...known,
        termDays: String(known?.termDays ?? 60),
        disclosed: yesNo(known?.disclosed ?? true),
      }}
      bodyOf={({ disclosed, ...values }) => ({
        kind: 'RELATIONSHIP',
        ...(known ? { targetId: known.id, version: known.version } : {}),
        values: {
          ...values,
          supplierId: known?.supplierId ?? values.supplierId,
          buyerId: known?.buyerId ?? values.buyerId,
          disclosed: disclosed === 'yes',
        },
      })}
      onClose={onClose}
    >
      {(['SUPPLIER', 'BUYER'] as const).map((role) => (
        <PartyField
          key={role}
          name={role === 'SUPPLIER' ? 'supplierId' : 'buyerId'}
          label={field(role === 'SUPPLIER' ? 'supplierId' : 'buyerId')}
          required
          disabled={known !== undefined}
          of={role}
        />
      ))}
      <NumberField name="termDays" label={field('termDays')} required kind="days" />
      <SelectField
        name="confirmMode"
        label={field('confirmMode')}
        required
        options={confirmModes.map((value) => ({ value, label: choiceWord(text, 'confirmMode', value) }))}
      />
      <SelectField name="disclosed" label={field('disclosed')} required options={answers} />
      <SelectField name="status" label={text('staff.status')} required options={onOff} />
    </ChangeDialog>
  )
}
