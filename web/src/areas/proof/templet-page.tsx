import { templetList } from '@usance/wire/report/list'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { RowLink } from '../../list/row-link.tsx'

/** Contract templates; each opens with its words and how it reads. */
export default function TempletPage() {
  const text = useText()
  return (
    <ListPage
      list={templetList}
      cells={{
        code: (row) => <RowLink to={`/proof/templet/${row.id}/detail`}>{row.code}</RowLink>,
      }}
      empty={{ title: text('report.templetEmpty'), text: text('report.templetEmptyText') }}
    />
  )
}
