import { sessionCalls } from '@usance/wire/session/calls'
import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { encryptForServer } from '../../session/encrypt.ts'
import { signOut, useSession } from '../../session/session.ts'
import { Section } from '../../ui/page-frame.tsx'
import { passwordStrength, StrengthBar } from '../login/strength.tsx'
import { PasswordField } from './password-field.tsx'

type Values = { oldPassword: string; newPassword: string; again: string }

/** Changes the own password and signs in afresh. */
export default function ChangePasswordPage() {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const { user } = useSession()
  const { run, busy, error } = useSubmit(sessionCalls.changePassword, form)
  const typed = Form.useWatch('newPassword', form) ?? ''
  const least = user.mfaEnabled ? 8 : 15
  return (
    <EditPage<Values>
      title={text('user.changePassword')}
      back="/user-center"
      kept={false}
      form={form}
      busy={busy}
      error={error}
      stay
      submitLabel={text('user.changePassword')}
      after={() => void signOut('/user-center')}
      onSubmit={async ({ oldPassword, newPassword }) => {
        const secret = await encryptForServer([oldPassword, newPassword])
        const body = { oldPassword: secret.values[0]!, newPassword: secret.values[1]!, keyId: secret.keyId }
        return (await run({ body })) !== undefined
      }}
    >
      <Section title={text('user.changePassword')}>
        <FormGrid>
          <PasswordField name="oldPassword" label={text('user.oldPassword')} />
          <PasswordField
            name="newPassword"
            label={text('user.newPassword')}
            fresh
            help={
              <>
                <StrengthBar value={passwordStrength(typed)} />
                {text('user.passwordRule', { least })}
              </>
            }
            rules={[{ min: least, message: text('user.passwordRule', { least }) }]}
          />
          <PasswordField
            name="again"
            label={text('user.again')}
            fresh
            rules={[
              {
                validator: async (_, value) => {
                  if (value && value !== form.getFieldValue('newPassword')) throw new Error(text('user.differs'))
                },
              },
            ]}
          />
        </FormGrid>
        <p className="muted">{text('user.signInAgain')}</p>
      </Section>
    </EditPage>
  )
}
