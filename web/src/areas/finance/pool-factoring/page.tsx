import { PoolPage } from '../pool/pool-page.tsx'

/** Pools that the product's own rules decide on. */
export default function PoolFactoringPage() {
  return <PoolPage kind="OWN" />
}
