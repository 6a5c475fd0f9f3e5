import { accountCalls } from '@usance/wire/account/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

type User = { id: string; cname: string; email: string }
/** The actions on a user, each with its act. */
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
    await send(accountActs[action].act, { body: { id } })
    notify('success', text(`org.did.${action}`, { name: cname, email }))
    done()
  }
}

type Company = { code: string; name: string }
/** Takes a user out of one company after asking; `done` follows. */
export function useRemoval(done: () => void) {
  const text = useText()
  return async ({ id, cname }: { id: string; cname: string }, company: Company) => {
    const told = { name: cname, company: company.name }
    const yes = await ask({
      title: text('org.ask.remove', told),
      text: text('org.askText.remove', told),
      ok: text('org.action.remove', told),
      danger: true,
    })
    if (!yes) return
    await send(accountCalls.remove, { body: { id, companyCode: company.code } })
    notify('success', text('org.did.remove', told))
    done()
  }
}
