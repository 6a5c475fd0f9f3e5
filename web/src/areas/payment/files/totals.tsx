import { Money } from '../../../ui/money.tsx'

/** One sum for each currency of a file, as the server writes them: 'USD 88515.00; EUR 10.00'. */
export const Totals = ({ totals }: { totals: string }) => (
  <span className="file-totals">
    {totals.split('; ').map((one) => {
      const [currency = '', amount = ''] = one.split(' ')
      return <Money key={currency} amount={amount} currency={currency} exact />
    })}
  </span>
)
