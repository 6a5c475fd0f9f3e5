import { Icon } from './icons.tsx'

/**
 * A button that chooses one file. The browser's own control would speak the language of the browser, not that of the reader.
 * The same file may be chosen again. `name` names the control where the words of the button do not.
 */
export function ChooseFile({
  label,
  name,
  accept,
  onChoose,
}: {
  label: string
  name?: string
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
        aria-label={name}
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
