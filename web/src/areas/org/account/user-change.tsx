import { useQuery } from '@tanstack/react-query'
import { accountCalls } from '@usance/wire/account/calls'
import type { Answer } from '@usance/wire/call'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'

type Change = Answer<typeof accountCalls.change>

/** The contents of a user's change, on the page of the second person. */
export function ChangeOfUser({ no }: { no: string }) {
  const text = useText()
  const answer = useQuery({
    queryKey: ['account', 'change', no],
    queryFn: () => send(accountCalls.change, { body: { no } }, { quiet: true }),
  })
  return (
    <Section title={text('org.change.title')}>
      <Answered question={answer} lines={4}>
        {(row) => <Differences row={row} />}
      </Answered>
    </Section>
  )
}

function Differences({ row }: { row: Change }) {
  const text = useText()
  const { before, after } = row
  const seats = (some: Change['before']['seats']) =>
    some
      .map(({ role, userRoles }) => `${text.of('word', role)}: ${userRoles.map((one) => text.of('userRole', one)).join(', ')}`)
      .join('; ') || text('org.change.none')
  const moved = (now: string, then: string) => `${text('org.change.now')}: ${now} → ${text('org.change.wanted')}: ${then}`
  return (
    <>
      <DescriptionList
        facts={[
          { label: text('org.change.user'), value: `${row.cname} (${row.userName})` },
          after.seats && {
            label: text('org.change.seats', { company: row.companyName }),
            value: moved(seats(before.seats), seats(after.seats)),
          },
          after.signatory !== undefined &&
            after.signatory !== before.signatory && {
              label: text('org.change.signatory', { company: row.companyName }),
              value: moved(text(`word.${before.signatory}`), text(`word.${after.signatory}`)),
            },
          after.cname !== undefined && {
            label: text('org.cname'),
            value: moved(before.cname ?? row.cname, after.cname),
          },
          after.factorReset && { label: text('org.change.factor'), value: text('org.change.factorReset'), wide: true },
          { label: text('org.email'), value: after.email ? moved(before.email, after.email) : before.email },
        ]}
      />
      {after.invite && <p className="muted">{text('org.change.invited')}</p>}
    </>
  )
}
