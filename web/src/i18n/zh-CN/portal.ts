import type en from '../en-US/portal.ts'
import type { Shape } from '../shape.ts'
import { menu } from './menu.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

/** The texts of everybody who is signed in; areas add theirs when they load. */
export default { menu, ...shell, ...status } satisfies Shape<typeof en>
