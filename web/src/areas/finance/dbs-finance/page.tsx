import { PoolPage } from '../pool/pool-page.tsx'

/** Pools that a bank decides on: requests go out, its figures come in. */
export default function DbsFinancePage() {
  return <PoolPage kind="DBS" />
}
