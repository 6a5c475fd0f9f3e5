import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/i18n.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineBanner() {
  const text = useText()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return online ? null : (
    <div className="offline" role="status">
      {text('common.error.offline')}
    </div>
  )
}
