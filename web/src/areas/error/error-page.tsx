import { useEffect } from 'react'
import { hasText, useText } from '../../i18n/i18n.ts'
import { isChunkError, reloadOnce } from '../../shell/chunk-reload.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import './error.css'

/** 403, 404, 500 and whatever else: the code, what it means, and a way on. `whole` draws it outside the shell. */
export function ErrorPage({ code, whole, detail }: { code: string; whole?: boolean; detail?: string }) {
  const text = useText()
  const key = hasText(`errorPage.${code}.title`) ? code : 'other'
  return (
    <div className={whole ? 'error-page is-whole' : 'error-page'}>
      {whole && <Logo />}
      <p className="error-code" aria-hidden="true">
        {code}
      </p>
      <h1>{text(`errorPage.${key}.title`, { code })}</h1>
      <p>{text(`errorPage.${key}.text`)}</p>
      {detail && <pre>{detail}</pre>}
      <div className="error-actions">
        <Button look="solid" onClick={() => location.assign('/')}>
          {text('errorPage.home')}
        </Button>
        <Button onClick={() => (code === '500' ? location.reload() : history.back())}>
          {text(code === '500' ? 'common.reload' : 'common.back')}
        </Button>
      </div>
    </div>
  )
}

/** A page that threw. If a new version replaced its code, one reload brings it back. */
export function PageFailed({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error)
    if (isChunkError(error)) reloadOnce()
  }, [error])
  return <ErrorPage code="500" />
}
