import { StrictMode, useEffect, useState } from 'react'
import type { Root } from 'react-dom/client'
import { chooseLanguage } from '../../i18n/choose-language.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Notices } from '../../ui/notices.tsx'
import { setTheme, useTheme } from '../../ui/theme.ts'
import { ChooseRole } from './choose-role.tsx'
import { signedInAlready } from './enter.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignIn } from './sign-in.tsx'
import type { Step } from './step.ts'
import './login.css'

/** The sign-in application: it stands alone, so that it needs neither router nor lists. */
export function start(root: Root) {
  root.render(
    <StrictMode>
      <LoginScreen />
    </StrictMode>,
  )
}

function LoginScreen() {
  const text = useText()
  const dark = useTheme() === 'dark-1'
  const [step, setStep] = useState<Step>(location.pathname.startsWith('/reset-pwd') ? 'reset' : 'sign-in')
  const isSigningIn = step === 'sign-in'
  useEffect(() => {
    // A signed-in user goes on to the wanted page; a reload during the choice of a seat returns to that choice.
    if (isSigningIn) void signedInAlready().then((next) => next === 'choose' && setStep('choose'))
  }, [isSigningIn])
  return (
    <div className="login">
      <aside className="login-side">
        <Logo size={30} />
        <div>
          <p className="login-pitch">{text('login.pitch')}</p>
          <ul>
            {(['login.point1', 'login.point2', 'login.point3'] as const).map((key) => (
              <li key={key}>
                <Icon name="check" />
                {text(key)}
              </li>
            ))}
          </ul>
        </div>
        <UsanceCurve />
      </aside>
      <main className="login-main">
        <div className="login-tools">
          <button
            type="button"
            className="btn btn-text"
            onClick={() => void chooseLanguage(language() === 'en-US' ? 'zh-CN' : 'en-US')}
          >
            <Icon name="language" />
            {language() === 'en-US' ? '简体中文' : 'English'}
          </button>
          <IconButton
            icon={dark ? 'sun' : 'moon'}
            label={`${text('shell.theme')}: ${text(dark ? 'shell.light' : 'shell.dark')}`}
            onClick={() => setTheme(dark ? 'light' : 'dark-1')}
          />
        </div>
        <div className="login-card">
          <span className="login-logo">
            <Logo size={30} />
          </span>
          {step === 'sign-in' && <SignIn onStep={setStep} />}
          {step === 'choose' && <ChooseRole />}
          {step === 'forgotten' && <ForgottenPassword onStep={setStep} />}
          {step === 'reset' && <ResetPassword onStep={setStep} />}
        </div>
      </main>
      <Notices />
    </div>
  )
}

/** The time allowed to pay, drawn: an invoice, its early payment, its due date. */
function UsanceCurve() {
  return (
    <svg className="login-curve" viewBox="0 0 420 150" fill="none" aria-hidden="true">
      <path d="M8 120h404" className="curve-axis" />
      <path d="M34 120C60 40 150 26 212 26s150 20 174 94" className="curve-line" />
      <path d="M34 120C50 84 78 58 112 44" className="curve-done" />
      <circle cx="34" cy="120" r="5" className="curve-dot" />
      <circle cx="112" cy="44" r="6" className="curve-now" />
      <circle cx="386" cy="120" r="5" className="curve-dot" />
      {[84, 134, 184, 234, 284, 334].map((x) => (
        <path key={x} d={`M${x} 117v6`} className="curve-axis" />
      ))}
    </svg>
  )
}
