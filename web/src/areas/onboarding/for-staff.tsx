import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../session/session.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'

/** The operator's staff state nothing for their own company: they invite companies and decide about them. */
export function ForStaff() {
  const text = useText()
  const can = useCan()
  return (
    <div className="page">
      <PageHeader title={text('menu.onboarding')} />
      <Section>
        <Empty
          title={text('onboarding.staff')}
          text={text('onboarding.staffText')}
          action={can('system.company.view') && <Link to={'/system/company' as string}>{text('menu.systemCompany')}</Link>}
        />
      </Section>
    </div>
  )
}
