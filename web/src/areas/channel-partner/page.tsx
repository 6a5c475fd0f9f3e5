import { Link } from '@tanstack/react-router'
import { channelPartnerList } from '@usance/wire/channel-partner/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { Can } from '../../session/can.tsx'

/** What each channel partner introduced, month by month. */
export default function ChannelPartnerPage() {
  const text = useText()
  return (
    <ListPage
      list={channelPartnerList}
      toolbar={
        <Can permission="system.product.view">
          <Link to={'/system/commission' as string}>{text('report.partnerRates')}</Link>
        </Can>
      }
      cells={{
        partnerName: (row) => <Link to={`/channel-partner/${row.partnerId}/details/${row.asOn}`}>{row.partnerName}</Link>,
      }}
      empty={{ title: text('report.partnerEmpty'), text: text('report.partnerEmptyText') }}
    />
  )
}
