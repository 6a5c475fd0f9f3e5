import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { intentCalls } from '@usance/wire/intent/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate, formatRatePct } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { DescriptionList, PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useBaseRateName } from '../../system/config/use-dictionary.ts'

type Offer = Answer<typeof intentCalls.offers>[number]
const isOpen = (offer: Offer) => offer.status === 'OFFERED'
const nameOf = (offer: Offer) => (language() === 'zh-CN' && offer.productNameCn) || offer.productName
const rateOf = (offer: Offer, baseRateName: (code: string) => string) =>
  `${offer.baseRateType ? `${baseRateName(offer.baseRateType)} + ` : ''}${formatRatePct(offer.margin)}`

/** The prices offered to the company; each is accepted or rejected once. */
export default function OffersPage() {
  const text = useText()
  const baseRateName = useBaseRateName()
  const found = useQuery({
    queryKey: ['offers'],
    queryFn: () => send(intentCalls.offers, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  const decide = (verb: 'accept' | 'reject', id: string, no: string) => async () => {
    const yes = await ask({
      title: text(`org.${verb}Ask`, { no }),
      text: text(`org.${verb}Text`),
      ok: text(`org.${verb}`),
      danger: verb === 'reject',
    })
    if (!yes) return
    await send(intentCalls[verb], { body: { id } })
    notify('success', text(`org.${verb}Done`, { no }))
    await found.refetch()
  }
  return (
    <div className="page">
      <PageHeader title={text('org.offers')} back="/org/info" />
      {found.data.length === 0 && <Empty title={text('org.noOffers')} text={text('org.noOffersText')} />}
      {found.data.filter(isOpen).map((offer) => (
        <Section
          key={offer.id}
          title={
            <>
              {nameOf(offer)} <StatusTag value={offer.status} />
            </>
          }
          extra={
            offer.mayDecide && (
              <span className="page-actions">
                <ActionButton small look="plain" action={decide('reject', offer.id, offer.no)}>
                  {text('org.reject')}
                </ActionButton>
                <ActionButton small action={decide('accept', offer.id, offer.no)}>
                  {text('org.accept')}
                </ActionButton>
              </span>
            )
          }
        >
          <DescriptionList
            facts={[
              { label: text('org.offerNo'), value: offer.no },
              { label: text('org.funder'), value: offer.funderName },
              {
                label: text('org.rate'),
                value: rateOf(offer, baseRateName),
              },
              { label: text('org.validUntil'), value: formatDate(offer.validUntil) },
              { label: text('org.company'), value: offer.supplierName },
            ]}
          />
        </Section>
      ))}
      {found.data.some((offer) => !isOpen(offer)) && (
        <Section title={text('org.decided')}>
          <ul className="plain-rows">
            {found.data
              .filter((offer) => !isOpen(offer))
              .map((offer) => (
                <li key={offer.id}>
                  <strong>{nameOf(offer)}</strong>
                  <span className="muted">
                    {offer.no} · {offer.funderName}
                  </span>
                  <span>{rateOf(offer, baseRateName)}</span>
                  <StatusTag value={offer.status} />
                </li>
              ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
