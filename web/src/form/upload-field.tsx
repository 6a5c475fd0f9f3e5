import type { FormRule } from 'antd'
import { t } from '../i18n/i18n.ts'
import { Field, type FieldProps } from './fields.tsx'
import { UploadBox, type UploadBoxProps } from './upload-box.tsx'

/** Refuses an empty list of files with "Please upload" and the title of the group. */
const uploadRequired = (title: string): FormRule => ({
  validator: (_, value) =>
    Array.isArray(value) && value.length > 0 ? Promise.resolve() : Promise.reject(t('common.upload.please', { title })),
})

type Props = FieldProps & Omit<UploadBoxProps, 'value' | 'onChange' | 'label'>

/** Files as a form field; its value is a list of stored files, 20 at most unless `maxCount` says otherwise. */
export function UploadField({
  maxCount,
  types,
  disabled,
  mayRemoveStored,
  onPreview,
  onDownload,
  onUploaded,
  onError,
  extra,
  required,
  rules = [],
  ...field
}: Props) {
  return (
    <Field
      kind="select"
      span={3}
      {...field}
      mark={required}
      rules={[...(required ? [uploadRequired(field.label)] : []), ...rules]}
    >
      <UploadBox
        {...{ maxCount, types, disabled, mayRemoveStored, onPreview, onDownload, onUploaded, onError, extra }}
        label={field.label}
      />
    </Field>
  )
}

const pictureTypes = ['jpg', 'jpeg', 'bmp', 'png', 'gif'] as const

/** One picture, and nothing but a picture. */
export const PictureField = (props: Omit<Props, 'types' | 'maxCount'>) => (
  <UploadField {...props} maxCount={1} types={pictureTypes} />
)
