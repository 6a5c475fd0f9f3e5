export type SendOptions = {
  /** The caller shows the error itself; no notice. */
  quiet?: boolean
  /** Business codes the caller handles; they reject without a notice. */
  excludeCodes?: readonly number[]
  /** Milliseconds; 60 s, uploads 5 min and files 1 h when left out. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Bytes so far and in all, where the server said how many. */
  onProgress?: (received: number, total: number | undefined) => void
}
