/** The letters before the ending that are always shown, since a number there tells two files apart. */
const tailLetters = 8

/** A file's name in two parts: the first may be cut, the second holds the ending and the letters before it. */
export function splitFileName(name: string): [start: string, end: string] {
  const letters = [...name]
  const dot = letters.lastIndexOf('.')
  const ending = dot > 0 && letters.length - dot <= 6 ? letters.length - dot : 0
  const at = letters.length - ending - tailLetters
  return at <= 0 ? [name, ''] : [letters.slice(0, at).join(''), letters.slice(at).join('')]
}

/** A file name on one line. A long name is cut in the middle; the whole name shows on hover. */
export function FileName({ name }: { name: string }) {
  const [start, end] = splitFileName(name)
  return (
    <span className="file-name" title={name}>
      <span>{start}</span>
      {end && <span>{end}</span>}
    </span>
  )
}
