import { Icon } from './icons.tsx'

/**
 * A button that chooses one file. The browser's own control would speak the language of the browser, not that of the reader.
 * The same file may be chosen again.
 */
export function ChooseFile({
  label,
  accept,
  onChoose,
}: {
  label: string
  accept: string
  onChoose: (file: File | undefined) => void
}) {
  return (
    <label className="btn btn-plain choose-file">
      <Icon name="file" />
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          onChoose(file)
        }}
      />
    </label>
  )
}
