import { useQueries, useQuery } from '@tanstack/react-query'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { hasAnyRole, presentRoles } from '@usance/wire/roles'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { useSession } from '../../../session/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { orDash } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'

/** Limits of the company, what uses them, and what each funder still has room for by product. */
export default function FundManagementPage() {
  const text = useText()
  const { user } = useSession()
  return (
    <div className="page">
      <PageHeader title={text('finance.funds.title')}>{text('finance.funds.text')}</PageHeader>
      {hasAnyRole(presentRoles(user), ['PLATFORM']) ? (
        <Section>
          <Empty text={text('finance.funds.ofCompanies')} />
        </Section>
      ) : (
        <>
          <Limits />
          {hasAnyRole(presentRoles(user), ['SUPPLIER']) && <Funders />}
        </>
      )}
    </div>
  )
}

function Limits() {
  const text = useText()
  const summary = useQuery({
    queryKey: ['funds-summary'],
    queryFn: () => send(financeOrderCalls.summaryCompany, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  return (
    <Section title={text('finance.funds.limits')}>
      <Answered question={summary} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text={text('finance.funds.noLimits')} />
          ) : (
            <DataTable
              rows={rows}
              keyOf={(row) => row.currency}
              columns={[
                { key: 'currency', label: text('finance.currency'), cell: (row) => row.currency },
                ...figuresOf(rows).map((key) => ({
                  key,
                  label: text(`finance.funds.${key}`),
                  figure: true,
                  cell: (row: (typeof rows)[number]) =>
                    key === 'limit' && row.limit === null ? (
                      // A facility in another currency caps it then.
                      text(rows.some((one) => one.limit !== null) ? 'finance.funds.otherCurrency' : 'finance.funds.unlimited')
                    ) : (
                      <Money amount={row[key]} currency={row.currency} bare />
                    ),
                })),
              ]}
            />
          )
        }
      </Answered>
    </Section>
  )
}

/** The figures of the table: a loss stands there while one has not come back, since it takes its part of the limit. */
const figuresOf = (rows: readonly { lost: string }[]) =>
  (['limit', 'used', 'locked', 'lost', 'available', 'financing', 'overdue', 'dueNext7Days'] as const).filter(
    (key) => key !== 'lost' || rows.some(({ lost }) => Number(lost) !== 0),
  )

/** Each product on offer with its funder, the room left under every limit, and the contracts its orders need. */
function Funders() {
  const text = useText()
  const products = useQuery({
    queryKey: ['funds-products'],
    queryFn: async () => {
      const kinds = await Promise.all(
        (['INVOICE', 'PO'] as const).map((docType) =>
          send(financeOrderCalls.availableFinanceProductList, { body: { docType } }, { quiet: true }),
        ),
      )
      return [...new Map(kinds.flat().map((one) => [one.id, one])).values()]
    },
  })
  const ids = (products.data ?? []).map((one) => one.id)
  const funders = useQueries({
    queries: ids.map((financingProductId) => ({
      queryKey: ['funds-funder', financingProductId],
      queryFn: () => send(financeOrderCalls.availableFinanceFunder, { body: { financingProductId } }, { quiet: true }),
      staleTime: 0,
    })),
  })
  const contracts = useQuery({
    queryKey: ['funds-contracts', ids],
    queryFn: () => send(contractCalls.configs, { body: { productIds: ids } }, { quiet: true }),
    enabled: ids.length > 0,
  })
  const isChinese = language() === 'zh-CN'
  return (
    <Section title={text('finance.funds.funders')}>
      <Answered question={products} lines={4}>
        {(all) =>
          all.length === 0 ? (
            <Empty text={text('finance.funds.noProducts')} />
          ) : (
            <>
              <DataTable
                rows={all.flatMap((product, at) => (funders[at]?.data ?? []).map((funder) => ({ product, funder })))}
                keyOf={({ product, funder }) => `${product.id} ${funder.funderCode} ${funder.currency}`}
                columns={[
                  {
                    key: 'product',
                    label: text('finance.product'),
                    cell: ({ product }) => (isChinese ? product.nameCn : product.name),
                  },
                  { key: 'funder', label: text('finance.funds.funder'), cell: ({ funder }) => funder.funderName },
                  {
                    key: 'available',
                    label: text('finance.funds.headroom'),
                    figure: true,
                    cell: ({ funder }) =>
                      funder.available === null ? (
                        text('finance.funds.unlimited')
                      ) : (
                        <Money amount={funder.available} currency={funder.currency} />
                      ),
                  },
                  ...(contracts.data
                    ? [
                        {
                          key: 'contracts',
                          label: text('finance.contracts'),
                          cell: ({ product }: { product: (typeof all)[number] }) =>
                            orDash(
                              contracts.data
                                .filter((one) => one.productId === product.id)
                                .map((one) => (isChinese ? one.nameCn : one.name))
                                .join(', '),
                            ),
                        },
                      ]
                    : []),
                ]}
              />
              {all.map((product, at) => {
                const asked = funders[at]
                return (
                  asked?.isLoadingError && (
                    <Failed
                      key={product.id}
                      title={isChinese ? product.nameCn : product.name}
                      error={asked.error}
                      onRetry={() => void asked.refetch()}
                    />
                  )
                )
              })}
              {contracts.isLoadingError && (
                <Failed title={text('finance.contracts')} error={contracts.error} onRetry={() => void contracts.refetch()} />
              )}
            </>
          )
        }
      </Answered>
    </Section>
  )
}
