import { OpenHelpPage } from './open-page.tsx'

export default function Page() {
  return <OpenHelpPage category="guide" />
}
