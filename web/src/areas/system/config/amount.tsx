import { showNumber } from '../../../form/number-input.ts'

/** An amount with its currency, grouped. */
export const Amount = ({ value, currency }: { value: string; currency: string }) => (
  <span>
    {currency} {showNumber(value)}
  </span>
)
