import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { send } from '../../http/client.ts'

/** The company's onboarding, and the token of the invitation when the address carries one. */
export function useOnboarding() {
  const { specialAccess, companyId } = useSearch({ strict: false }) as { specialAccess?: string; companyId?: string }
  const access = specialAccess ? { specialAccess } : {}
  const found = useQuery({
    queryKey: ['onboarding', specialAccess, companyId],
    queryFn: () => send(onboardingCalls.state, { body: companyId ? { ...access, companyId } : access }, { quiet: true }),
    staleTime: 0,
  })
  return { found, access }
}
