import { contractMachine } from '@usance/domain/states/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'

/**
 * SQL: whether a contract `c` waits for the signature of the caller: of their company, for the party of their seat, and theirs to give. The
 * list, what home counts and the act that is offered read it here.
 */
export const toSign = ({ companyId, companyRole, signatory, permissions }: Actor): RawBuilder<boolean> =>
  signatory && permissions.has('contract.info.signoff')
    ? sql<boolean>`(c.status = any(${[...contractMachine.from('sign')]}::text[])
        and exists (select from contract_signatory s where s.contract_id = c.id and s.signed_at is null
          and s.company_id = ${companyId} and ${companyRole} in (s.party, 'COMPANY')) and not ${callerActedForAnother('c.id')})`
    : sql<boolean>`false`
