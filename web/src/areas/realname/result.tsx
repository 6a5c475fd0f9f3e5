import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRealName } from './use-real-name.ts'
import './realname.css'

type State = NonNullable<ReturnType<typeof useRealName>['data']>

/** How a verification ended, told from what the server keeps: the address alone proves nothing. */
export function Result({
  title,
  holds,
  tell,
  retry,
}: {
  title: TextKey
  holds: (state: State) => boolean
  tell: (state: State) => ReactNode
  retry?: string
}) {
  const text = useText()
  const navigate = useNavigate()
  const found = useRealName()
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={4} />
  const holding = holds(found.data)
  return (
    <div className="page">
      <PageHeader title={holding ? text(title) : text('realname.notVerified')} back="/realname" />
      <Section>
        <div className="realname-result">
          {holding ? tell(found.data) : <p>{text('realname.notVerifiedText')}</p>}
          <div className="realname-actions">
            {retry && (
              <Button look="solid" onClick={() => void navigate({ to: retry })}>
                {text('realname.stateAgain')}
              </Button>
            )}
            <Button
              look={retry ? 'plain' : 'solid'}
              onClick={() => void navigate({ to: holding && !retry ? '/home' : '/realname' })}
            >
              {text(holding && !retry ? 'realname.workspace' : 'realname.overview')}
            </Button>
          </div>
        </div>
      </Section>
    </div>
  )
}
