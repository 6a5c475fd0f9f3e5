import type { Answer } from '@usance/wire/call'
import { sessionCalls } from '@usance/wire/session/calls'
import { useEffect, useState } from 'react'
import { send } from '../../http/client.ts'
import { hasText, useText } from '../../i18n/i18n.ts'
import { signOut } from '../../session/session.ts'
import { sessionStore } from '../../session/store.ts'
import { isChunkError, reloadOnce } from '../../shell/chunk-reload.ts'
import { Button } from '../../ui/button.tsx'
import { goBack } from '../../ui/go-back.ts'
import { Logo } from '../../ui/logo.tsx'
import './error.css'
import { sameUser } from '../../session/mismatch.ts'

/** 403, 404, 500 and whatever else: the code, what it means, and a way on. `whole` draws it outside the shell. */
export function ErrorPage({ code, whole, detail }: { code: string; whole?: boolean; detail?: string }) {
  const text = useText()
  const isReloaded = code === '500' || code === 'connection'
  const key = hasText(`errorPage.${code}.title`) ? code : 'other'
  return (
    <div className={whole ? 'error-page is-whole' : 'error-page'}>
      {whole && <Logo />}
      {/\d/.test(code) && (
        <p className="error-code" aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{text.of('errorPage', `${key}.title`, { code })}</h1>
      <p>{text.of('errorPage', `${key}.text`)}</p>
      {detail && <pre>{detail}</pre>}
      <div className="error-actions">
        <Button look="solid" onClick={() => location.assign('/')}>
          {text('errorPage.home')}
        </Button>
        <Button onClick={() => (isReloaded ? location.reload() : goBack())}>
          {text(isReloaded ? 'common.reload' : 'common.back')}
        </Button>
      </div>
      {sessionStore.token() && <WaysOut />}
    </div>
  )
}

/** The way out when every page fails in this seat: another seat, or another user. */
function WaysOut() {
  const text = useText()
  const [others, setOthers] = useState<Answer<typeof sessionCalls.allRoles>>([])
  useEffect(() => {
    send(sessionCalls.allRoles, {}, { quiet: true }).then(setOthers, () => undefined)
  }, [])
  const isPresent = ({ companyId, companyRole }: (typeof others)[number]) =>
    companyRole === sessionStore.companyRole() && companyId === sessionStore.companyId()
  const go = async ({ companyId, companyRole }: (typeof others)[number]) => {
    if (!(await sameUser())) return
    await send(sessionCalls.choose, { body: { companyId, companyRole } })
    location.assign('/')
  }
  return (
    <div className="error-actions">
      {others.length > 1 &&
        others
          .filter((seat) => !isPresent(seat))
          .map((seat) => (
            <Button key={`${seat.companyId} ${seat.companyRole}`} look="text" onClick={() => void go(seat)}>
              {text('errorPage.workAs', { role: text(`companyRole.${seat.companyRole}`), company: seat.companyName })}
            </Button>
          ))}
      <Button look="text" onClick={() => void signOut('/')}>
        {text('shell.signOut')}
      </Button>
    </div>
  )
}

/** A page that threw. If a new version replaced its code, one reload brings it back; without a connection, the next one does. */
export function PageFailed({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error)
    if (!isChunkError(error) || reloadOnce()) return
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [error])
  return <ErrorPage code={isChunkError(error) ? 'connection' : '500'} />
}
