import { audienceKey } from '@usance/wire/audience'
import type { Call } from '@usance/wire/call'
import type { CompanyRole } from '@usance/wire/roles'
import { z } from 'zod'
import { sliceRows } from '../database/in-slices.ts'

/** The seat that reads an answer, or nobody in particular where a call is public. */
export type Reader = CompanyRole | undefined
/** Returns the declared part of a value; undefined where the reader may see nothing of it. */
type Cut = (value: unknown) => unknown
/**
 * `fits` selects a member of a union: by the kind of the value, its required fields and its literals. It does not check the types
 * of fields, so that a wrong one costs a field and never a row.
 */
type Shape = {
  cut: Cut
  fits: (value: unknown) => boolean
  /** Cuts one element, where the shape is a list. */
  element?: Cut
  /** The fields that the reader sees, where the shape is an object. */
  shown?: readonly (Shape & { name: string })[]
}
type Fields = Record<string, unknown>

/**
 * Returns a function that copies the declared keys of a call's answer, for their audience alone. A schema is compiled once per
 * reader. A file is sent by its handler and has no shape.
 * @throws Error where an answer declares an open shape, which cannot be cut.
 */
export const answerShape = (call: Pick<Call, 'answer' | 'kind'>, reader: Reader): Cut =>
  call.kind === 'file' ? (value) => value : shapeOf(call.answer, reader).cut

/** Whether an answer has a list of so many rows that it is made in slices (`answerPieces`). */
export const isLong = (value: unknown): boolean =>
  isFields(value) && Object.values(value).some((one) => Array.isArray(one) && one.length > sliceRows)

/**
 * The JSON of the declared part of an answer, as `answerShape` cuts it, in pieces of some rows. Who asks for the next piece may let
 * others have their turn before.
 */
export function* answerPieces(call: Pick<Call, 'answer'>, reader: Reader, value: unknown): Generator<string> {
  const { shown, cut } = shapeOf(call.answer, reader)
  if (!shown || !isFields(value)) {
    yield JSON.stringify(cut(value)) ?? 'null'
    return
  }
  let before = '{'
  for (const { name, cut: cutField, element } of shown) {
    const one = value[name]
    if (one === undefined) continue
    const key = `${before}${JSON.stringify(name)}:`
    if (element && Array.isArray(one) && one.length > sliceRows) {
      yield `${key}[`
      yield* elementPieces(one, element)
      yield ']'
    } else {
      const text = JSON.stringify(cutField(one))
      if (text === undefined) continue
      yield key + text
    }
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* elementPieces(values: readonly unknown[], cut: Cut): Generator<string> {
  let before = ''
  for (let from = 0; from < values.length; from += sliceRows) {
    const kept = values
      .slice(from, from + sliceRows)
      .map(cut)
      .filter((one) => one !== undefined)
    if (kept.length === 0) continue
    yield before + kept.map((one) => JSON.stringify(one)).join(',')
    before = ','
  }
}

/** Returns the declared part of a value for the reader, for files and streams that leave the server. */
export const cutFor = <T extends z.ZodType>(schema: T, reader: Reader, value: z.output<T>): z.output<T> =>
  shapeOf(schema, reader).cut(value) as z.output<T>

const compiled = new WeakMap<z.ZodType, Map<Reader, Shape>>()

function shapeOf(schema: z.ZodType, reader: Reader): Shape {
  const known = compiled.get(schema) ?? new Map<Reader, Shape>()
  compiled.set(schema, known)
  const there = known.get(reader)
  if (there) return there
  // A recursive schema meets this entry while it is being compiled.
  const shape: Shape = { cut: (value) => made.cut(value), fits: (value) => made.fits(value) }
  known.set(reader, shape)
  const made = isFor(schema, reader) ? compile(schema, reader) : hidden(compile(schema, reader))
  known.set(reader, made)
  return made
}

const hidden = ({ fits }: Shape): Shape => ({ fits, cut: () => undefined })

function isFor(schema: z.ZodType, reader: Reader): boolean {
  const seats = schema.meta()?.[audienceKey] as readonly CompanyRole[] | undefined
  return seats === undefined || (reader !== undefined && seats.includes(reader))
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined

function compile(schema: z.ZodType, reader: Reader): Shape {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = shapeOf(schema.unwrap() as z.ZodType, reader)
    return {
      ...inner,
      cut: (value) => (isNothing(value) ? value : inner.cut(value)),
      fits: (value) => isNothing(value) || inner.fits(value),
    }
  }
  if (schema instanceof z.ZodObject) return objectShape(schema, reader)
  if (schema instanceof z.ZodArray) return arrayShape(shapeOf(schema.element as z.ZodType, reader))
  if (schema instanceof z.ZodTuple) return tupleShape(schema.def.items.map((item) => shapeOf(item as z.ZodType, reader)))
  if (schema instanceof z.ZodRecord) return recordShape(shapeOf(schema.valueType as z.ZodType, reader))
  if (schema instanceof z.ZodDiscriminatedUnion) return namedShape(schema, reader)
  if (schema instanceof z.ZodUnion) return unionShape(schema.options.map((option) => shapeOf(option as z.ZodType, reader)))
  if (schema instanceof z.ZodLazy || schema instanceof z.ZodReadonly) return shapeOf(schema.unwrap() as z.ZodType, reader)
  // A trimmed or further checked text has the shape of its input.
  if (schema instanceof z.ZodPipe)
    return shapeOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, reader)
  return scalarShape(schema)
}

function objectShape(schema: z.ZodObject, reader: Reader): Shape {
  if (schema.def.catchall && !(schema.def.catchall instanceof z.ZodNever))
    throw new Error('An answer declares an open object: name its fields.')
  const fields = Object.entries(schema.shape)
  const shapes = fields.map(([name, field]) => ({ name, ...shapeOf(field, reader) }))
  const shown = shapes.filter((_, place) => isFor(fields[place]![1], reader))
  return {
    cut(value) {
      if (!isFields(value)) return undefined
      const kept: Fields = {}
      for (const { name, cut } of shown) {
        const one = value[name]
        if (one !== undefined) kept[name] = cut(one)
      }
      return kept
    },
    shown,
    fits: (value) => isFields(value) && shapes.every(({ name, fits }) => fits(value[name])),
  }
}

function arrayShape({ cut, fits }: Shape): Shape {
  return {
    cut: (value) => (Array.isArray(value) ? value.map(cut).filter((one) => one !== undefined) : undefined),
    fits: (value) => Array.isArray(value) && (value.length === 0 || fits(value[0])),
    element: cut,
  }
}

function recordShape({ cut }: Shape): Shape {
  return {
    cut: (value) =>
      isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)])) : undefined,
    fits: isFields,
  }
}

function tupleShape(items: readonly Shape[]): Shape {
  return {
    cut: (value) => (Array.isArray(value) ? items.map(({ cut }, place) => cut(value[place])) : undefined),
    fits: (value) => Array.isArray(value) && value.length === items.length,
  }
}

/** The first member of the union that fits the value; a value that fits none is not sent. */
function unionShape(options: readonly Shape[]): Shape {
  return {
    cut: (value) => options.find(({ fits }) => fits(value))?.cut(value),
    fits: (value) => options.some(({ fits }) => fits(value)),
  }
}

/** The member that the value's discriminator names; undeclared fields are cut as everywhere. */
function namedShape(schema: z.ZodDiscriminatedUnion, reader: Reader): Shape {
  const { discriminator } = schema.def
  const options = schema.options.map((option) => {
    const { shape } = option as z.ZodObject
    return { ...shapeOf(option as z.ZodObject, reader), isNamed: shapeOf(shape[discriminator] as z.ZodType, reader).fits }
  })
  const named = (value: unknown) => options.find(({ isNamed }) => isFields(value) && isNamed(value[discriminator]))
  return { cut: (value) => named(value)?.cut(value), fits: (value) => named(value)?.fits(value) ?? false }
}

function scalarShape(schema: z.ZodType): Shape {
  const { type } = schema.def
  if (!(type in scalars)) throw new Error(`An answer declares ${type}, which may be anything: say what it is.`)
  const isOf = scalars[type as keyof typeof scalars]
  return {
    // A value that is no scalar would bring fields of its own.
    cut: (value) => (typeof value === 'object' && value !== null && !(value instanceof Date) ? undefined : value),
    fits: (value) => isOf(value, schema),
  }
}

const isScalar = (value: unknown) => !isNothing(value) && !Array.isArray(value) && !isFields(value)
const isNever = (value: unknown) => value === undefined
const scalars = {
  string: isScalar,
  number: isScalar,
  boolean: isScalar,
  date: isScalar,
  null: (value: unknown) => value === null,
  undefined: isNever,
  void: isNever,
  enum: (value: unknown, schema: z.ZodType) => (schema as z.ZodEnum).options.includes(value as string),
  literal: (value: unknown, schema: z.ZodType) => (schema as z.ZodLiteral).values.has(value as string),
}
