import type { z } from 'zod'
import type { CompanyRole } from './roles.ts'

/** The metadata key, in a schema and the API description, of the seats that may read a field. */
export const audienceKey = 'x-audience'

/** The funder of a financing and the operator; nobody else reads the funder's earnings and the operator's share. */
export const funding = ['FUNDER', 'PLATFORM'] as const satisfies readonly CompanyRole[]

/** A field of an answer for these seats alone. The server leaves it out for all others, so it is optional. */
export const only = <T extends z.ZodType>(seats: readonly CompanyRole[], schema: T): z.ZodOptional<T> =>
  schema.optional().meta({ [audienceKey]: [...seats] })

/** A member of a union for these seats alone. The server leaves such entries out for all others. */
export const onlyShape = <T extends z.ZodType>(seats: readonly CompanyRole[], schema: T): T =>
  schema.meta({ [audienceKey]: [...seats] })
