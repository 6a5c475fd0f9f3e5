import { Field, type FieldProps } from './fields.tsx'
import { UploadBox, type UploadBoxProps } from './upload-box.tsx'

/** Files as a form field; its value is a list of stored files. */
export function UploadField({
  maxCount,
  types,
  disabled,
  mayRemoveStored,
  onPreview,
  onDownload,
  onUploaded,
  ...field
}: FieldProps & Omit<UploadBoxProps, 'value' | 'onChange' | 'label'>) {
  return (
    <Field kind="select" span={3} {...field}>
      <UploadBox {...{ maxCount, types, disabled, mayRemoveStored, onPreview, onDownload, onUploaded }} label={field.label} />
    </Field>
  )
}
