/** Passwords that guessing tools try first, beyond what the length rule already refuses. */
const common = [
  'password',
  'passw0rd',
  'qwerty',
  'qwertyuiop',
  '1q2w3e4r',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'administrator',
  'abc123',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'trustno1',
  'changeme',
  'usance',
  'finance',
  'invoice',
  'woaini',
  'asdfghjkl',
  'zxcvbnm',
  '12345678',
  '87654321',
  '11111111',
  '00000000',
  '88888888',
  '66666666',
]

/**
 * Why a password is refused, or undefined. At least 15 characters, or 8 with a second factor; at most 128; nothing common,
 * nothing that is mostly the user name. No rule about kinds of character.
 */
export function weaknessOf(
  password: string,
  user: { userName: string; mfaEnabled: boolean },
): 'too-short' | 'too-long' | 'common' | 'user-name' | undefined {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < (user.mfaEnabled ? 8 : 15)) return 'too-short'
  if (length > 128) return 'too-long'
  const plain = text.toLowerCase().replace(/[^a-z0-9\u4e00-\u9fff]/g, '')
  const core = plain.replace(/\d+$/, '')
  const repeats = common.some((word) => plain === word || core === word || plain.split(word).join('').length <= plain.length / 4)
  if (repeats || new Set(text).size <= 3) return 'common'
  const name = user.userName
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/[^a-z0-9]/g, '')
  if (name.length >= 4 && plain.split(name).join('').length <= 4) return 'user-name'
  return undefined
}
