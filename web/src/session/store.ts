import { browserKept } from './kept-here.ts'

// What this browser remembers about who is signed in, under the keys the specification names.
const { read, write } = browserKept

const tokenKey = 'authentication'
const userIdKey = 'userId'
let exhibition = ''
let role: string | null = null
let companyId: string | null = null
const companyIdKey = 'companyId'

export const sessionStore = {
  token(): string | null {
    const kept: { token?: string } | null = browserKept.parsed(tokenKey)
    return kept?.token ?? null
  },
  /** Begins a session in the seat that the server chose. */
  signIn(token: string, userId: string) {
    role = null
    companyId = null
    write(tokenKey, JSON.stringify({ token }))
    write(userIdKey, userId)
  },
  /** Forgets the session; language, theme and column settings stay. */
  signOut() {
    write(tokenKey, null)
    write(userIdKey, null)
    write('poolActive', null)
    write(companyIdKey, null)
    role = null
    companyId = null
  },
  /** The company of this page, sent with every call; other tabs read from storage that it was chosen. */
  companyId: () => companyId,
  setCompanyId: (value: string) => {
    companyId = value
    if (read(companyIdKey) !== value) write(companyIdKey, value)
  },
  userId: () => read(userIdKey),
  setUserId: (id: string) => write(userIdKey, id),
  pool: () => read('poolActive'),
  setPool: (mode: string) => write('poolActive', mode),
  /** The company role sent with every call; `__role` in the address wins while a page is entered. */
  companyRole: () => role,
  setCompanyRole: (value: string | null) => {
    role = value
  },
  /** A visitor's exhibition token is held in memory alone, beside the session of a signed-in user. */
  exhibitionToken: () => exhibition,
  setExhibitionToken: (value: string) => {
    exhibition = value
  },
  read,
  write,
}
