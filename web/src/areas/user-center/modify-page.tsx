import type { Answer } from '@usance/wire/call'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { TextField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { rules } from '../../form/rules.ts'
import { useBeginning } from '../../form/use-beginning.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { encryptForServer } from '../../session/encrypt.ts'
import { Failed } from '../../ui/empty.tsx'
import { notify } from '../../ui/notice.ts'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PasswordField } from './password-field.tsx'
import { useProfile } from './use-profile.ts'

type Values = { email: string; phone: string; password: string }

/** Changes the own address and phone; the password shows that it is oneself. */
export default function ContactPage() {
  const found = useBeginning(useProfile())
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  return <ContactForm user={found.data} />
}

function ContactForm({ user }: { user: Answer<typeof userCenterCalls.profile> }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const { run, busy, error } = useSubmit(userCenterCalls.modify, form)
  return (
    <EditPage<Values>
      title={text('user.modify')}
      back="/user-center"
      kept={false}
      form={form}
      initialValues={{ email: user.email, phone: user.phone ?? '', password: '' }}
      busy={busy}
      error={error}
      submitLabel={text('common.save')}
      onSubmit={async ({ email, phone, password }) => {
        const secret = await encryptForServer([password])
        const body = { email, phone, password: secret.values[0]!, keyId: secret.keyId, version: user.version }
        const saved = await run({ body })
        if (saved?.waitingNo) notify('info', text('user.waits', { no: saved.waitingNo }))
        else if (saved?.addressAsked) notify('info', text('user.addressAsked', { email: saved.addressAsked }))
        return saved !== undefined
      }}
    >
      <Section title={text('user.contact')}>
        <FormGrid>
          <TextField name="email" label={text('user.email')} required rules={[rules.email()]} />
          <TextField name="phone" label={text('user.phone')} maxLength={40} />
          <PasswordField name="password" label={text('user.password')} help={text('user.passwordHelp')} />
        </FormGrid>
      </Section>
    </EditPage>
  )
}
