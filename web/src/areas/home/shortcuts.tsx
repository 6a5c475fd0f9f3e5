import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { menuGroups } from '../../page.ts'
import { knownPages } from '../../session/known-pages.ts'
import { isHiddenByPool, mayOpen } from '../../session/permissions.ts'
import { useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Section } from '../../ui/page-frame.tsx'

const most = 8
/** What each role does most, first; then the rest of its menu. */
const wanted = [
  '/trading/invoice/add',
  '/finance/finance-order/add',
  '/trading/purchase/add',
  '/confirmation/invoiceConfirmation',
  '/approval',
  '/dashboard/ar',
  '/repayment/management',
  '/payment/management',
  '/trading/invoice',
  '/finance/finance-order',
  '/contract/info',
  '/system/company',
  '/org/account',
  '/system/mail',
]

/** Pages whose own titles come with texts that home does not load. */
const words: Record<string, TextKey> = {
  '/trading/invoice/add': 'home.addInvoice',
  '/finance/finance-order/add': 'home.addOrder',
  '/trading/purchase/add': 'home.addPurchase',
}

/** The ways one goes most often. */
export function Shortcuts() {
  const text = useText()
  const session = useSession()
  const open = wanted
    .map((path) => knownPages().find((page) => page.path === path))
    .filter((page) => page && !isHiddenByPool(page.path, session) && mayOpen(session, page))
    .slice(0, most)
  return (
    <Section title={text('home.shortcuts')}>
      <nav className="home-links">
        {open.map(
          (page) =>
            page && (
              <Link key={page.path} to={page.path}>
                <Icon name={page.path.endsWith('/add') ? 'plus' : page.menu ? menuGroups[page.menu] : 'right'} size={16} />
                {text(words[page.path] ?? page.title)}
              </Link>
            ),
        )}
      </nav>
    </Section>
  )
}
