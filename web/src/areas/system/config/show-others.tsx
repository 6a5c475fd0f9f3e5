import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'

/** Below the first rows of a change, how many others it has, and a way to read them; nothing where all are shown. */
export function ShowOthers({ count, onShow }: { count: number; onShow: () => void }) {
  const text = useText()
  if (count <= 0) return null
  return (
    <Button small onClick={onShow}>
      {text('staff.showOthers', { count: formatCount(count) })}
    </Button>
  )
}
