import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { send } from '../../http/client.ts'
import { useMaybeSession } from '../../session/session.ts'

/**
 * The company's onboarding, and the token of the invitation when the address carries one. Staff look at a company they name; `address`
 * leads from one of its pages to the other.
 */
export function useOnboarding() {
  const { specialAccess, companyId } = useSearch({ strict: false })
  const access = specialAccess ? { specialAccess } : {}
  const staff = useMaybeSession()?.user.companyRole === 'PLATFORM'
  const address = companyId ? { ...access, companyId } : access
  const key = ['onboarding', specialAccess, companyId]
  const found = useQuery({
    queryKey: key,
    queryFn: () => send(onboardingCalls.state, { body: address }, { quiet: true }),
    staleTime: 0,
    enabled: !staff || !!companyId,
  })
  return { found, access, address, key, staff, unnamed: staff && !companyId }
}
