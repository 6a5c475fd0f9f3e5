import type { z } from 'zod'
import type { CompanyRole } from './roles.ts'

/** The key under which a schema, and with it the API description, says who may read a field. */
export const audienceKey = 'x-audience'

/** The funder of a financing and the operator: nobody else reads what the funder earns and what the operator keeps. */
export const funding = ['FUNDER', 'PLATFORM'] as const satisfies readonly CompanyRole[]

/** A field of an answer that only these seats read. For everybody else the server leaves it out, so that it is optional. */
export const only = <T extends z.ZodType>(seats: readonly CompanyRole[], schema: T): z.ZodOptional<T> =>
  schema.optional().meta({ [audienceKey]: [...seats] })

/** One shape among several of a union, which only these seats read: for everybody else such entries are left out. */
export const onlyShape = <T extends z.ZodType>(seats: readonly CompanyRole[], schema: T): T =>
  schema.meta({ [audienceKey]: [...seats] })
