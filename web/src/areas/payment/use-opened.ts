import { useNavigate, useSearch } from '@tanstack/react-router'

/** Which row's panel is open, kept in the address so that it can be sent to a colleague. */
export function useOpened(): { opened: string | undefined; open: (id: string | undefined) => void } {
  const navigate = useNavigate()
  const { id, ...rest } = useSearch({ strict: false })
  return {
    opened: id,
    open: (next) => void navigate({ to: '.', search: next ? { ...rest, id: next } : rest, resetScroll: false }),
  }
}
