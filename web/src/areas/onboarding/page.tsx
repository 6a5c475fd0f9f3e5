import { useNavigate } from '@tanstack/react-router'
import { type OnboardingState, onboardingCalls, personFunctions } from '@usance/wire/onboarding/calls'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useKeptState } from '../../form/kept.ts'
import { useBeginning } from '../../form/use-beginning.ts'
import { useUnsaved } from '../../form/use-unsaved.ts'
import { send } from '../../http/client.ts'
import { randomId } from '../../http/random-id.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { useAfterFiles } from '../../ui/files-under-way.ts'
import { FormError } from '../../ui/form-error.tsx'
import { countryName, orDash } from '../../ui/format.ts'
import { DescriptionList, PageHeader, Section } from '../../ui/page-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ForStaff } from './for-staff.tsx'
import { Papers } from './papers.tsx'
import { useOnboarding } from './use-onboarding.ts'
import './onboarding.css'

type Stated = Pick<OnboardingState, 'people' | 'documents'>

/** What a company states to be admitted: its people and its documents; then the automatic checks. */
export default function OnboardingPage() {
  const { found: query, key, access, address, staff, unnamed } = useOnboarding()
  const found = useBeginning(query, key.join(' '))
  if (unnamed) return <ForStaff />
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  return <Statement state={found.data} access={access} address={address} staff={staff} />
}

function Statement({
  state,
  access,
  address,
  staff,
}: {
  state: OnboardingState
  access: { specialAccess?: string }
  address: { specialAccess?: string; companyId?: string }
  staff: boolean
}) {
  const text = useText()
  const navigate = useNavigate()
  const [people, setPeople] = useState(
    state.people.length > 0 ? state.people : [{ name: '', function: 'DIRECTOR' as (typeof personFunctions)[number] }],
  )
  const [documents, setDocuments] = useState(state.documents)
  const restore = useCallback((kept: Partial<Stated>) => {
    if (kept.people) setPeople(kept.people)
    if (kept.documents) setDocuments(kept.documents)
  }, [])
  const stated = useMemo(() => ({ people, documents }), [people, documents])
  useKeptState(stated, restore, { version: state.version })
  const first = useRef(stated)
  const sent = useUnsaved(() => stated !== first.current)
  const fixed = !state.mayState
  const { company } = state
  const stating = fixed ? [] : people
  const change = (at: number, more: object) =>
    setPeople(people.map((person, index) => (index === at ? { ...person, ...more } : person)))
  const next = () => void navigate({ to: '/onboarding/auto-kyc', search: address })
  const afterFiles = useAfterFiles(async () => {
    const body = {
      ...access,
      version: state.version,
      people,
      ...(state.visitor ? {} : { documents }),
      idempotencyKey: randomId(),
    }
    await send(onboardingCalls.save, { body })
    sent()
    next()
  })
  const unnamed = people.some((person) => person.name.trim() === '')
  return (
    <div className="page">
      <PageHeader title={text('menu.onboarding')} status={state.status}>
        {text(staff ? 'onboarding.staffReads' : state.visitor ? 'onboarding.visitor' : 'onboarding.intro')}
      </PageHeader>
      <Section title={text('onboarding.company')}>
        <DescriptionList
          facts={[
            { label: text('onboarding.name'), value: company.name },
            { label: text('onboarding.bizRegNo'), value: company.bizRegNo },
            { label: text('onboarding.country'), value: countryName(company.country) },
            { label: text('onboarding.address'), value: orDash(company.address) },
          ]}
        />
      </Section>
      <Section title={text('onboarding.people')}>
        {fixed && <PeopleStated people={state.people} />}
        {stating.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person without a name has no identity but their place
          <div className="onboarding-row" key={at}>
            <input
              className="input"
              aria-label={text('onboarding.personName')}
              placeholder={text('onboarding.personName')}
              maxLength={120}
              value={person.name}
              onChange={(event) => change(at, { name: event.target.value })}
            />
            <Select
              all={false}
              label={text('onboarding.function')}
              value={person.function}
              options={personFunctions.map((value) => ({ value, label: text(`onboarding.is.${value}`) }))}
              onChange={(value) => change(at, { function: value })}
            />
            {people.length > 1 && (
              <IconButton
                icon="trash"
                label={text('onboarding.removePerson', { no: at + 1 })}
                onClick={() => setPeople(people.filter((_, index) => index !== at))}
              />
            )}
          </div>
        ))}
        {!fixed && (
          <Button small icon="plus" onClick={() => setPeople([...people, { name: '', function: 'OWNER' }])}>
            {text('onboarding.addPerson')}
          </Button>
        )}
      </Section>
      {!state.visitor && <Papers papers={documents} fixed={fixed} onChange={setDocuments} />}
      <FormError error={afterFiles.note} />
      <div className="onboarding-row">
        {fixed ? (
          <Button look="solid" onClick={next}>
            {text('onboarding.results')}
          </Button>
        ) : (
          <ActionButton disabled={unnamed && text('onboarding.nameMissing')} action={() => afterFiles.send()}>
            {text('onboarding.next')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}

/** The people as somebody reads them who may not change them now. */
function PeopleStated({ people }: { people: Stated['people'] }) {
  const text = useText()
  if (people.length === 0) return <p className="muted">{text('onboarding.nobody')}</p>
  return (
    <DescriptionList facts={people.map((person) => ({ label: text(`onboarding.is.${person.function}`), value: person.name }))} />
  )
}
