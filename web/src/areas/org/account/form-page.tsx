import { useParams } from '@tanstack/react-router'
import { accountCalls } from '@usance/wire/account/calls'
import type { Answer } from '@usance/wire/call'
import { Form, type FormInstance } from 'antd'
import { useRef } from 'react'
import { EditPage } from '../../../form/edit-page.tsx'
import { RadioField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { rules } from '../../../form/rules.ts'
import { CompanyField } from '../../../form/search-fields.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useSession } from '../../../session/session.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { Failed } from '../../../ui/empty.tsx'
import { notify } from '../../../ui/notice.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAccount } from './use-account.ts'
import { useCompanyRoles } from './use-company-roles.ts'

type Detail = Answer<typeof accountCalls.detail>
type Values = {
  companyCode?: string
  userName: string
  cname: string
  email: string
  phone?: string
  language: 'en-US' | 'zh-CN'
  signatory: string
  roles: Record<string, string[] | undefined>
}
const companyPeople = ['Director', 'Maker', 'Checker', 'Viewer']
const staffPeople = ['Operations', 'Risk', 'Settlement', 'BD', 'Administrator', 'Auditor']

/** The seats that were given: each role of the company in which the user is anything. */
const seatsOf = ({ roles = {} }: Values, offered: readonly string[]) =>
  offered.filter((role) => roles[role]?.length).map((role) => ({ role: role as 'SUPPLIER', userRoles: roles[role] as 'Maker'[] }))
type Seat = ReturnType<typeof seatsOf>[number]

/** Invites a user, or changes one with the roles in a company. */
export default function AccountFormPage() {
  const { id } = useParams({ strict: false })
  const found = useBeginning(useAccount(id), id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (id && !found.data) return <Skeleton lines={8} />
  return <AccountForm key={found.data?.version ?? 'new'} user={found.data} />
}

/** Invites the user or sends the change; `waits` then says whether it waits for an approval. */
function useSaving(form: FormInstance<Values>, user: Detail | undefined, company: { companyCode?: string }) {
  const text = useText()
  const adding = useSubmit(accountCalls.add, form)
  const editing = useSubmit(accountCalls.edit, form)
  const waits = useRef(false)
  const save = async ({ cname, email, phone, language, userName, signatory }: Values, seats: readonly Seat[]) => {
    const body = {
      cname,
      email,
      ...(phone ? { phone } : {}),
      signatory: signatory === 'true',
      seats: [...seats],
      ...company,
    }
    const rows = { seats: { list: 'roles', rows: seats.map(({ role }) => role) } }
    const saved = user
      ? await editing.run({ body: { ...body, id: user.id, version: user.version } }, rows)
      : await adding.run({ body: { ...body, userName, language } }, rows)
    waits.current = Boolean(saved?.waitingNo)
    if (saved?.waitingNo) notify('info', text('org.change.waits', { no: saved.waitingNo }), text('org.change.waitsText'))
    return saved !== undefined
  }
  return { submit: user ? editing : adding, save, waits }
}

function AccountForm({ user }: { user: Detail | undefined }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const { user: me } = useSession()
  const staff = me.companyRole === 'PLATFORM'
  const chosen = Form.useWatch('companyCode', form)
  // Staff change one company's seats at a time: the first the user has.
  const companyCode = user?.seats[0]?.companyCode ?? (staff ? (chosen ?? me.companyCode) : me.companyCode)
  const inCompany = (user?.seats ?? []).filter((seat) => seat.companyCode === companyCode && seat.status === 'ENABLE')
  const offered = useCompanyRoles(companyCode, me)
  const { submit, save, waits } = useSaving(form, user, staff ? { companyCode } : {})
  const own = user?.userName === me.username
  const mayOpen = useMayOpen()
  const told = ({ cname: name }: Values) => {
    if (waits.current) return text('org.userWaits', { name })
    if (user) return text('org.userSaved', { name })
    return text(mayOpen('/system/mail') ? 'org.invitedByMails' : 'org.invited', { name })
  }
  return (
    <EditPage<Values>
      title={text(user ? 'org.editUser' : 'org.addUser')}
      back="/org/account"
      form={form}
      version={user?.version}
      initialValues={
        user
          ? {
              userName: user.userName,
              cname: user.cname,
              email: user.email,
              phone: user.phone ?? '',
              signatory: String(inCompany.some((seat) => seat.signatory)),
              roles: Object.fromEntries(inCompany.map((seat) => [seat.role, seat.userRoles])),
            }
          : { language: 'en-US', signatory: 'false', ...(staff ? { companyCode: me.companyCode } : {}) }
      }
      error={submit.error}
      busy={submit.busy}
      submitLabel={text(user ? 'common.save' : 'org.invite')}
      saved={told}
      onSubmit={async (values) => {
        const seats = seatsOf(values, offered)
        if (seats.length > 0) return save(values, seats)
        form.setFields([{ name: ['roles', offered[0] ?? ''], errors: [text('org.noSeat')] }])
        return false
      }}
    >
      <PersonFields user={user} own={own} ofCompany={staff && !user} />
      <SeatFields offered={offered} own={own} />
    </EditPage>
  )
}

type PersonProps = { user: Detail | undefined; own: boolean; ofCompany: boolean }

/** Who the user is; with `ofCompany` the company too, which staff choose. */
function PersonFields({ user, own, ofCompany }: PersonProps) {
  const text = useText()
  const { user: me } = useSession()
  return (
    <Section title={text('org.person')}>
      <FormGrid>
        {ofCompany && (
          <CompanyField
            name="companyCode"
            label={text('org.company')}
            required
            initial={{ code: me.companyCode, name: me.companyName }}
          />
        )}
        <TextField
          name="userName"
          label={text('org.userName')}
          required
          disabled={!!user}
          maxLength={100}
          help={user ? undefined : text('org.userNameHelp')}
        />
        <TextField name="cname" label={text('org.cname')} required maxLength={120} help={text('org.cnameHelp')} />
        <TextField
          name="email"
          label={text('org.email')}
          required
          rules={[rules.email()]}
          help={text('org.emailHelp')}
          disabled={own}
        />
        <TextField name="phone" label={text('org.phone')} maxLength={40} />
        {!user && (
          <SelectField
            name="language"
            label={text('org.language')}
            required
            options={[
              { value: 'en-US', label: 'English' },
              { value: 'zh-CN', label: '简体中文' },
            ]}
          />
        )}
      </FormGrid>
    </Section>
  )
}

/** What the user may be in the company, and whether the signature binds it. */
function SeatFields({ offered, own }: { offered: readonly string[]; own: boolean }) {
  const text = useText()
  return (
    <Section title={text('org.seats')}>
      <p className="muted">
        {text(own ? 'org.ownSeats' : offered.includes('PLATFORM') ? 'org.staffSeatsText' : 'org.seatsText')}
      </p>
      <FormGrid>
        {offered.map((role) => (
          <SelectField
            key={role}
            name={['roles', role]}
            label={text('org.rolesAs', { role: text.of('word', role) })}
            multiple
            disabled={own}
            options={(role === 'PLATFORM' ? staffPeople : companyPeople).map((value) => ({
              value,
              label: text.of('userRole', value),
            }))}
          />
        ))}
        <RadioField
          name="signatory"
          label={text('org.signatory')}
          required
          disabled={own}
          options={['true', 'false'].map((value) => ({ value, label: text.of('word', value) }))}
        />
      </FormGrid>
    </Section>
  )
}
