import { Navigate } from '@tanstack/react-router'

/** The bare address of the company leads to what it shows. */
export default function CompanyRedirect() {
  return <Navigate to={'/org/company/detail' as string} replace />
}
