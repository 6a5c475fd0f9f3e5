import type { ProofKind } from '@usance/wire/proof-file/calls'
import { type ReactNode, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { RowAction } from '../../list/row-actions.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ProofFilesDialog = lazyPart(async () => (await import('./proof-files-dialog.tsx')).ProofFilesDialog)

/** The action that opens the papers of a row, and the dialog to stand beside the list. */
export function useProofFiles(kind: ProofKind): { action: (row: { id: string }, no: string) => RowAction; dialog: ReactNode } {
  const text = useText()
  const [opened, open] = useState<{ ownerId: string; no: string }>()
  return {
    action: ({ id }, no) => ({ key: 'papers', label: text('report.papers.action'), onSelect: () => open({ ownerId: id, no }) }),
    dialog: opened && <ProofFilesDialog key={opened.ownerId} kind={kind} {...opened} onClose={() => open(undefined)} />,
  }
}
