import { common } from './common.ts'
import { errors } from './errors.ts'
import { login } from './login.ts'
import { menu } from './menu.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

/** 所有页面共用的文本；各业务区的文本随页面加载。 */
export default { common, errors, login, menu, ...shell, ...status }
