import { type PaperGroup, type PaperKind, stagesOf } from '@usance/domain/papers'
import type { CurrentOf } from '@usance/wire/config-change/answers'
import { paperTarget } from '@usance/wire/config-change/values'
import { Form } from 'antd'
import { useState } from 'react'
import { SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { ListFaults } from '../../../form/list-faults.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { dash } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { CurrentRows } from './current-rows.tsx'
import { type ProposalOf, useCurrent, useMayChange } from './use-config.ts'

type PaperRow = CurrentOf<'PAPER'>
const titlesOf = (groups: readonly PaperGroup[]) =>
  groups
    .map(({ titleEn, titleCn, need }) => `${language() === 'zh-CN' ? titleCn : titleEn}${need === 'REQUIRED' ? ' *' : ''}`)
    .join(', ')

/** The papers of orders, invoices and purchase orders, and which are required; changed by approval. */
export default function PaperPage() {
  const text = useText()
  const [edited, setEdited] = useState<{ row: PaperRow; isOwn: boolean }>()
  const mayEdit = useMayChange('system.product.edit')
  const field = (name: string) => text.of('staff.field', name)
  return (
    <div className="page">
      <PageHeader title={text('menu.systemPaper')}>{text('staff.paperText')}</PageHeader>
      <Section>
        <CurrentRows
          kind="PAPER"
          columns={[
            { key: 'documentKind', label: field('documentKind'), cell: (row) => text(`staff.paperKind.${row.documentKind}`) },
            { key: 'product', label: field('productId'), cell: (row) => row.productCode ?? text('staff.paperEveryProduct') },
            { key: 'groups', label: text('staff.paperGroups'), cell: (row) => titlesOf(row.groups) },
            { key: 'version', label: text('staff.version'), figure: true, cell: (row) => row.version || dash },
          ]}
          onChange={mayEdit && ((row) => setEdited({ row, isOwn: false }))}
        />
        {mayEdit && <OwnSet onStart={(row) => setEdited({ row, isOwn: true })} />}
      </Section>
      <ChangesSection kind="PAPER" />
      {edited && <PaperDialog {...edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

/** Starts a product's own groups as a copy of those of all products. */
function OwnSet({ onStart }: { onStart: (row: PaperRow) => void }) {
  const text = useText()
  const { data = [] } = useCurrent('PAPER')
  const common = data.find((row) => row.documentKind === 'FINANCE_ORDER' && row.productId === null)
  if (!common) return null
  return (
    <p className="paper-own">
      <Button small icon="plus" onClick={() => onStart({ ...common, version: 0 })}>
        {text('staff.paperOwn')}
      </Button>
    </p>
  )
}

const newGroup = { code: '', titleEn: '', titleCn: '', explainEn: '', explainCn: '', need: 'OPTIONAL', stage: 'SUBMISSION' }

function PaperDialog({ row, isOwn, onClose }: { row: PaperRow; isOwn: boolean; onClose: () => void }) {
  const text = useText()
  const products = useCurrent('PRODUCT')
  const papers = useCurrent('PAPER')
  // Which products have groups of their own already must be known before one is offered.
  const taken = papers.data?.map((one) => one.productId)
  const free = (products.data ?? []).filter(({ id, type }) => type !== 'POOL_FACTORING' && taken?.includes(id) === false)
  const field = (name: string) => text.of('staff.field', name)
  const kind = text(`staff.paperKind.${row.documentKind}`)
  return (
    <ChangeDialog<Pick<ProposalOf<'PAPER'>['values'], 'productId' | 'groups'>>
      kind="PAPER"
      width={920}
      title={isOwn ? text('staff.paperOwn') : row.productCode ? `${kind} · ${row.productCode}` : kind}
      initialValues={{ productId: row.productId ?? undefined, groups: row.groups }}
      bodyOf={({ productId = row.productId, groups }) => ({
        kind: 'PAPER',
        targetId: paperTarget(row.documentKind, productId),
        version: row.version,
        values: { documentKind: row.documentKind, productId, groups },
      })}
      onClose={onClose}
    >
      {isOwn && (
        <SelectField
          name="productId"
          label={field('productId')}
          required
          question={papers.data ? products : papers}
          options={free.map(({ id, code }) => ({ value: id, label: code }))}
        />
      )}
      <PaperGroups kind={row.documentKind} />
    </ChangeDialog>
  )
}

/** The groups of a set, one block each. */
function PaperGroups({ kind }: { kind: PaperKind }) {
  const text = useText()
  const field = (name: string) => text.of('staff.field', name)
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: text.of('staff.choice', value) }))
  return (
    <div className="span-3">
      <Form.List name="groups">
        {(groups, { add, remove, move }, { errors }) => (
          <>
            <ListFaults errors={errors} />
            {groups.map(({ key, name }) => (
              <FormGrid key={key}>
                <TextField name={[name, 'titleEn']} label={field('titleEn')} required maxLength={120} />
                <TextField name={[name, 'titleCn']} label={field('titleCn')} required maxLength={120} />
                <TextField name={[name, 'code']} label={field('paperCode')} required maxLength={40} />
                <TextField name={[name, 'explainEn']} label={field('explainEn')} maxLength={300} span={3} />
                <TextField name={[name, 'explainCn']} label={field('explainCn')} maxLength={300} span={3} />
                <SelectField name={[name, 'need']} label={field('need')} required options={choices(['REQUIRED', 'OPTIONAL'])} />
                <SelectField name={[name, 'stage']} label={field('stage')} required options={choices(stagesOf(kind))} />
                <div className="paper-buttons">
                  <Button small disabled={name === 0} onClick={() => move(name, name - 1)}>
                    {text('staff.up')}
                  </Button>
                  <Button small onClick={() => remove(name)}>
                    {text('staff.removeFee')}
                  </Button>
                </div>
              </FormGrid>
            ))}
            <Button small icon="plus" onClick={() => add(newGroup)}>
              {text('staff.paperAdd')}
            </Button>
          </>
        )}
      </Form.List>
    </div>
  )
}
