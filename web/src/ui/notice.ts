/** Short messages in the corner. Any code may raise one; `<Notices />` shows them. */
export type Notice = { id: number; tone: 'success' | 'warning' | 'error' | 'info'; title: string; text?: string; detail?: string }

let notices: readonly Notice[] = []
let next = 1
const listeners = new Set<() => void>()
const set = (value: readonly Notice[]) => {
  notices = value
  for (const listener of listeners) listener()
}

export const noticeStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => notices,
  close: (id: number) => set(notices.filter((notice) => notice.id !== id)),
}

/** How long a notice stays once it is drawn, in milliseconds. */
export const lifeMs = { success: 4000, info: 5000, warning: 8000, error: 10_000 } as const satisfies Record<
  Notice['tone'],
  number
>

/** Raises one message; the same text twice at once is shown once. Its time runs from when `<Notices />` draws it. */
export function notify(tone: Notice['tone'], title: string, text?: string, detail?: string) {
  if (notices.some((notice) => notice.title === title && notice.text === text)) return
  set([...notices.slice(-3), { id: next++, tone, title, text, detail }])
}
