import { repaymentDetailList } from '@usance/wire/repayment/list'
import { useText } from '../../../i18n/i18n.ts'
import { listPage } from '../../../list/list-page-of.tsx'

/** Every component that a repayment paid, line by line. */
export default listPage(repaymentDetailList, () => {
  const text = useText()
  return { empty: { title: text('repayment.noneTitle'), text: text('repayment.noneText') } }
})
