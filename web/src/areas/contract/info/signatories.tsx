import type { Signatory } from '@usance/wire/contract/calls'
import { useText } from '../../../i18n/i18n.ts'
import { formatDateTime } from '../../../ui/format.ts'

/** Who signs a contract: by whose hand, when and how, or that a signature is still missing. */
export function Signatories({ of }: { of: readonly Signatory[] }) {
  const text = useText()
  return (
    <>
      <h3 className="contract-head">{text('contract.signatures')}</h3>
      <ul className="signatories">
        {of.map((one) => (
          <li key={one.party}>
            <span>
              {one.companyName} <span className="muted">{text(`word.${one.party}`)}</span>
            </span>
            {one.signedAt ? (
              <span>
                {text('contract.signedBy', { name: one.signedName, when: formatDateTime(one.signedAt, { seconds: false }) })}
                {one.method && <span className="muted"> · {text.of('contract.how', one.method)}</span>}
              </span>
            ) : (
              <span className="muted">{text('contract.notSigned')}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
