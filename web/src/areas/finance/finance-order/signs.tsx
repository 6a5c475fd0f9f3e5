import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useText } from '../../../i18n/i18n.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { signText } from '../../approval/words.ts'

/** What waits on the invoices of an order at this moment, or is disputed; nothing where all is quiet. */
export function Signs({ signs }: { signs: NonNullable<OrderDetail['signs']> }) {
  const text = useText()
  if (signs.length === 0) return null
  return (
    <Section title={text('finance.signs')}>
      <ul className="price-warnings">
        {signs.map((sign) => (
          <li key={`${sign.code} ${sign.docNo}`}>{signText(sign)}</li>
        ))}
      </ul>
    </Section>
  )
}
