import { useText } from '../../i18n/i18n.ts'
import { Result } from './result.tsx'

/** The company's account is proven. */
export default function VerifySuccessPage() {
  const text = useText()
  return (
    <Result
      title="realname.verifySuccess"
      holds={({ bank }) => bank?.status === 'PASSED'}
      tell={({ bank }) => (
        <p>{text('realname.verifySuccessText', { account: `${bank!.bankName} ${bank!.account}`, name: bank!.accountName })}</p>
      )}
    />
  )
}
