import type { BusinessType } from '@usance/domain/approval-flows'
import type { Answer } from '@usance/wire/call'
import type { ChangeRow } from '@usance/wire/config-change/answers'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import type { Change, ConfigKind } from '@usance/wire/config-change/values'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Port } from '../../port.ts'

export type ValuesOf<K extends ConfigKind> = Extract<Change, { kind: K }>['values']

export type Proposal<K extends ConfigKind = ConfigKind> = {
  values: ValuesOf<K>
  targetId?: string | undefined
  version?: number | undefined
}

type RowOf<K extends ConfigKind> = Extract<ChangeRow, { kind: K }>

/** How one kind of configuration is read, described and put in force. */
export type Kind<K extends ConfigKind> = {
  permission: string
  /** The permission to look at it, where it is not that of the page: companies read templates, and not what is put forward. */
  view?: string
  page: string
  businessType: (values: ValuesOf<K>) => BusinessType
  /**
   * Checks the values and answers what is there now, a line that says what it is about, the ids of the companies and people that
   * it concerns, and what is out of the ordinary in it. A change that a supplier has to agree to says so with `asks`.
   */
  prepare: (
    tx: Tx,
    proposal: Proposal<K>,
    today: string,
  ) => Promise<{
    before: unknown
    title: string
    concerns: readonly (string | null | undefined)[]
    warnings?: readonly string[]
    asks?: { businessType: BusinessType; supplierId: string } | undefined
  }>
  /** Puts it in force. `before` is what `prepare` found when it was put forward, and what its approvers were shown. */
  apply: (context: UseCaseContext, proposal: Proposal<K>, before: RowOf<K>['before']) => Promise<void>
  /** What the approvers read beside the change: the proof by the rules of today. Only a kind with a proof has one. */
  proof?: (context: Pick<UseCaseContext, 'tx' | 'today'>, change: RowOf<K>) => Promise<Answer<typeof configChangeCalls.proof>>
}

/** The permission to look at what a kind of change alters, beside the one to put it forward. */
export const viewRightOf = ({ permission, view }: { permission: string; view?: string }): string =>
  view ?? permission.replace(/edit$/, 'view')

/** How every kind is read, described and put in force. `all-config-kinds.ts` joins those of all nouns. */
export type Kinds = { [K in ConfigKind]: Kind<K> }

export const configKinds = new Port<Kinds>('configKinds')

/** The permission to look at what a kind of change alters. */
export const viewOf = (app: App, kind: ConfigKind): string => viewRightOf(configKinds.of(app)[kind])
