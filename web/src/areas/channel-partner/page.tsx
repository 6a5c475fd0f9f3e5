import { Link } from '@tanstack/react-router'
import { channelPartnerList } from '@usance/wire/channel-partner/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { Can } from '../../session/can.tsx'
import { useSession } from '../../session/session.ts'

/** What a company sees: who introduced it and its own orders, without fees and commission. */
const ofCompanies: typeof channelPartnerList = {
  ...channelPartnerList,
  columns: {
    ...channelPartnerList.columns,
    companies: { ...channelPartnerList.columns.companies, withheld: true },
    feeBase: { ...channelPartnerList.columns.feeBase, withheld: true, total: false },
    ratePct: { ...channelPartnerList.columns.ratePct, withheld: true },
    commission: { ...channelPartnerList.columns.commission, withheld: true, total: false },
  },
}

/** What each channel partner introduced, month by month. */
export default function ChannelPartnerPage() {
  const text = useText()
  const staff = useSession().user.companyRole === 'PLATFORM'
  return (
    <ListPage
      list={staff ? channelPartnerList : ofCompanies}
      toolbar={
        <Can permission="system.product.view">
          <Link to={'/system/commission' as string}>{text('report.partnerRates')}</Link>
        </Can>
      }
      cells={{
        partnerName: (row) => (
          <Link to={`/channel-partner/${row.partnerId}/details/${row.asOn}` as string}>{row.partnerName}</Link>
        ),
      }}
      empty={{ title: text('report.partnerEmpty'), text: text('report.partnerEmptyText') }}
    />
  )
}
