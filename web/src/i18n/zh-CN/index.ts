import type en from '../en-US/index.ts'
import type { Shape } from '../shape.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { login } from './login.ts'
import { words } from './words.ts'

/** The texts of the sign-in page, which every other page needs as well; the rest comes with the portal. */
export default { common, errors, login, ...words } satisfies Shape<typeof en>
