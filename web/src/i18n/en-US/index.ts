import { common } from './common.ts'
import { errors } from './errors.ts'
import { login } from './login.ts'
import { menu } from './menu.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

/** The texts every signed-in page may need; areas add theirs when they load. */
export default { common, errors, login, menu, ...shell, ...status }
