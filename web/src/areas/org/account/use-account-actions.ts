import { accountCalls } from '@usance/wire/account/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

type User = { id: string; cname: string; email: string }
const calls = {
  'send-invite': accountCalls.sendInvite,
  disabled: accountCalls.disable,
  active: accountCalls.activate,
  'reset-ps': accountCalls.resetPassword,
  'reset-mfa': accountCalls.resetFactor,
}
export type AccountAction = keyof typeof calls
export const accountActions = Object.keys(calls) as AccountAction[]

/** Does one thing to a user after asking; `done` follows. */
export function useAccountActions(done: () => void) {
  const text = useText()
  return async (action: AccountAction, { id, cname, email }: User) => {
    const yes = await ask({
      title: text(`org.ask.${action}`, { name: cname }),
      text: text(`org.askText.${action}`, { email }),
      ok: text(`org.action.${action}`),
      danger: action === 'disabled',
    })
    if (!yes) return
    await send(calls[action], { body: { id } as never })
    notify('success', text(`org.did.${action}`, { name: cname, email }))
    done()
  }
}
