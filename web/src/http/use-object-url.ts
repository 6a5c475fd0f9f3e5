import { useEffect, useState } from 'react'

/**
 * The address of a file that `load` fetches, or that it could not be fetched. It is fetched anew whenever `key` changes; without
 * a key nothing is. What is no longer shown is given back to the browser.
 */
export function useObjectUrl(key: string | undefined, load: () => Promise<Blob>): { url?: string; failed?: boolean } {
  const [shown, show] = useState<{ url?: string; failed?: boolean }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is fetched, its function is new with each rendering
  useEffect(() => {
    show({})
    if (key === undefined) return
    let url: string | undefined
    let isGone = false
    load().then(
      (blob) => {
        if (isGone) return
        url = URL.createObjectURL(blob)
        show({ url })
      },
      () => isGone || show({ failed: true }),
    )
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [key])
  return shown
}
