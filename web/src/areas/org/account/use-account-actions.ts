import { accountCalls } from '@usance/wire/account/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

type User = { id: string; cname: string; email: string }
/** What can be done to a user, and the act that it is. */
export const accountActs = {
  'send-invite': { act: accountCalls.sendInvite },
  disabled: { act: accountCalls.disable },
  active: { act: accountCalls.activate },
  'reset-ps': { act: accountCalls.resetPassword },
  'reset-mfa': { act: accountCalls.resetFactor },
}
export type AccountAction = keyof typeof accountActs
export const accountActions = Object.keys(accountActs) as AccountAction[]

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
    await send(accountActs[action].act, { body: { id } as never })
    notify('success', text(`org.did.${action}`, { name: cname, email }))
    done()
  }
}
