import { Link } from '@tanstack/react-router'
import { templetList } from '@usance/wire/report/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'

/** Contract templates; each opens with its words and how it reads. */
export default function TempletPage() {
  const text = useText()
  return (
    <ListPage
      list={templetList}
      cells={{
        code: (row) => <Link to={`/proof/templet/${row.id}/detail` as string}>{row.code}</Link>,
      }}
      empty={{ title: text('report.templetEmpty'), text: text('report.templetEmptyText') }}
    />
  )
}
