import { createHash } from 'node:crypto'

/** What is kept of a token: its SHA-256. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
