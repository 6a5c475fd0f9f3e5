import { useParams } from '@tanstack/react-router'
import { accountCalls } from '@usance/wire/account/calls'
import type { Answer } from '@usance/wire/call'
import { Form } from 'antd'
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

/** Invites a user, or changes one with the roles in a company. */
export default function AccountFormPage() {
  const { id } = useParams({ strict: false })
  const found = useBeginning(useAccount(id), id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (id && !found.data) return <Skeleton lines={8} />
  return <AccountForm key={found.data?.version ?? 'new'} user={found.data} />
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
  const adding = useSubmit(accountCalls.add, form)
  const editing = useSubmit(accountCalls.edit, form)
  const submit = user ? editing : adding
  const own = user?.userName === me.username
  const mayOpen = useMayOpen()
  const waits = useRef(false)
  const seatsOf = ({ roles = {} }: Values) =>
    offered
      .filter((role) => roles[role]?.length)
      .map((role) => ({ role: role as 'SUPPLIER', userRoles: roles[role] as 'Maker'[] }))
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
      saved={({ cname }) =>
        waits.current
          ? text('org.userWaits', { name: cname })
          : user
            ? text('org.userSaved', { name: cname })
            : text(mayOpen('/system/mail') ? 'org.invitedByMails' : 'org.invited', { name: cname })
      }
      onSubmit={async (values) => {
        const seats = seatsOf(values)
        if (seats.length === 0) {
          form.setFields([{ name: ['roles', offered[0] ?? ''], errors: [text('org.noSeat')] }])
          return false
        }
        const { cname, email, phone, language, userName } = values
        const body = {
          cname,
          email,
          ...(phone ? { phone } : {}),
          signatory: values.signatory === 'true',
          seats,
          ...(staff ? { companyCode } : {}),
        }
        const rows = { seats: { list: 'roles', rows: seats.map(({ role }) => role) } }
        const saved = user
          ? await editing.run({ body: { ...body, id: user.id, version: user.version } }, rows)
          : await adding.run({ body: { ...body, userName, language } }, rows)
        waits.current = Boolean(saved?.waitingNo)
        if (saved?.waitingNo) notify('info', text('org.change.waits', { no: saved.waitingNo }), text('org.change.waitsText'))
        return saved !== undefined
      }}
    >
      <Section title={text('org.person')}>
        <FormGrid>
          {staff && !user && (
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
    </EditPage>
  )
}
