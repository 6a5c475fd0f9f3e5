import { ApprovalPage } from './approval-page.tsx'

export default function Page() {
  return <ApprovalPage mode="approve" />
}
