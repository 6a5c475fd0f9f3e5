import type { Answer } from '@usance/wire/call'
import { timeFormats, userCenterCalls } from '@usance/wire/user-center/calls'
import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { SelectField, TextField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { optionList } from '../../form/option-lists.ts'
import { useBeginning } from '../../form/use-beginning.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { report } from '../../http/report.ts'
import { chooseLanguage } from '../../i18n/choose-language.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { renewSession } from '../../session/session.ts'
import { Failed } from '../../ui/empty.tsx'
import { notify } from '../../ui/notice.ts'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useProfile } from './use-profile.ts'

type Values = { cname: string; language: 'en-US' | 'zh-CN'; timeZone: string; timeFormat: (typeof timeFormats)[number] }

/** Changes the own name and how dates, times and texts are shown. */
export default function ProfileEditPage() {
  const found = useBeginning(useProfile())
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  return <ProfileForm user={found.data} />
}

function ProfileForm({ user }: { user: Answer<typeof userCenterCalls.profile> }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const { run, busy, error } = useSubmit(userCenterCalls.edit, form)
  return (
    <EditPage<Values>
      title={text('user.profile')}
      back="/user-center"
      form={form}
      version={user.version}
      initialValues={{
        cname: user.cname,
        language: user.language,
        timeZone: String(user.timeZone),
        timeFormat: user.timeFormat,
      }}
      busy={busy}
      error={error}
      submitLabel={text('common.save')}
      onSubmit={async (values) => {
        const saved = await run({ body: { ...values, timeZone: Number(values.timeZone), version: user.version } })
        if (saved === undefined) return false
        if (saved.waitingNo) notify('info', text('user.nameWaits', { no: saved.waitingNo }))
        await chooseLanguage(values.language)
        // The pages that follow show dates and times in the new zone and format. The profile is saved even when this fails.
        await renewSession().catch(report)
        return true
      }}
    >
      <Section title={text('user.profile')}>
        <FormGrid>
          <TextField name="cname" label={text('user.cname')} required maxLength={120} help={text('user.cnameHelp')} />
          <SelectField name="language" label={text('user.language')} required options={optionList('language', language())} />
          <SelectField name="timeZone" label={text('user.timeZone')} required options={optionList('time-zones', language())} />
          <SelectField
            name="timeFormat"
            label={text('user.timeFormat')}
            required
            options={timeFormats.map((value) => ({ value, label: value }))}
          />
        </FormGrid>
      </Section>
    </EditPage>
  )
}
