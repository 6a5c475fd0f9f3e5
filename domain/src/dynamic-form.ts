/** A value that depends on another field: `if` where the comparison holds, else `else`. */
export type Condition = { field: string; express: string; value?: PlainValue; if?: PlainValue; else?: PlainValue }
/** A value of a field, or the list of values that it is compared with. */
type PlainValue = string | number | boolean | null | string[]
export type Label = string | { 'en-US'?: string; 'zh-CN'?: string }
/** 0 may be left out, 1 must be filled, 2 is not shown. */
type Requirement = 0 | 1 | 2

/** One field as it is stored. Keys that are not named here are not kept. */
export type FieldConfig = {
  type: string
  name: string
  label: Label
  orderBy?: number
  require?: Requirement | Condition
  editable?: boolean | 0 | 1 | Condition
  rules?: readonly string[]
  /** Options: a dictionary's name, or given here. */
  dictName?: string
  options?: readonly { value: string; label: Label }[]
  /** A currency, or the name of the field that holds it. */
  currency?: string
  /** The name of the country field that limits the options. */
  fromCountry?: string
  value?: string | Condition
  width?: number
  maxlength?: number
  /** Columns of a table: not there at first, only when a reader chooses it, when this is false. */
  shown?: boolean
  /** What is read from documents: further words printed before or above the value, and words that tell it is another one. */
  words?: readonly string[]
  notWords?: readonly string[]
}

/** A field as it stands for the values typed so far. */
export type ResolvedField = Omit<FieldConfig, 'require' | 'editable' | 'value'> & {
  require: Requirement
  editable: boolean
  value?: string
}

type Values = Readonly<Record<string, unknown>>
const isCondition = (given: unknown): given is Condition => typeof given === 'object' && given !== null && 'express' in given

/** Whether a comparison holds. What cannot be evaluated is told to `fault` and does not hold. */
export function holds(condition: Condition, values: Values, fault: (message: string) => void = () => {}): boolean {
  const actual = values[condition.field]
  const same = (wanted: unknown) => String(actual ?? '') === String(wanted ?? '')
  switch (condition.express) {
    case 'eq':
      return same(condition.value)
    case 'ne':
      return !same(condition.value)
    case 'in':
      if (Array.isArray(condition.value)) return condition.value.some(same)
      fault(`The condition on ${condition.field} needs a list of values.`)
      return false
    default:
      fault(`The condition on ${condition.field} has the unknown comparison ${condition.express}.`)
      return false
  }
}

const settled = (given: unknown, values: Values, fault?: (message: string) => void): unknown =>
  isCondition(given) ? (holds(given, values, fault) ? given.if : given.else) : given

/** The fields in their order (0 first, equal ones as stored), with every condition settled. */
export function resolveFields(
  fields: readonly FieldConfig[],
  values: Values,
  fault?: (message: string) => void,
): ResolvedField[] {
  return fields
    .map((field, at) => ({ field, at }))
    .sort((a, b) => (a.field.orderBy ?? 0) - (b.field.orderBy ?? 0) || a.at - b.at)
    .map(({ field }) => {
      const require = Number(settled(field.require ?? 0, values, fault))
      const editable = settled(field.editable ?? true, values, fault)
      const value = settled(field.value, values, fault)
      return {
        ...field,
        require: require === 1 || require === 2 ? require : 0,
        editable: editable === true || editable === 1 || editable === '1',
        ...(value === undefined || value === null ? { value: undefined } : { value: String(value) }),
      }
    })
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The names of fields that must be filled and are not; hidden ones never are among them. */
export const missingFields = (fields: readonly FieldConfig[], values: Values): string[] =>
  resolveFields(fields, values)
    .filter((field) => field.require === 1 && field.editable && isBlank(values[field.name]))
    .map((field) => field.name)

/** What is sent: the values of the fields that are shown, and nothing else. */
export const shownValues = (fields: readonly FieldConfig[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    resolveFields(fields, values)
      .filter((field) => field.require !== 2 && values[field.name] !== undefined)
      .map((field) => [field.name, values[field.name]]),
  )

/** What is wrong with a stored configuration, one sentence each; nothing when it can be used. */
export function faultsOf(fields: readonly FieldConfig[]): string[] {
  const names = new Set<string>()
  const faults: string[] = []
  for (const field of fields) {
    if (!/^[a-zA-Z]\w{0,59}$/.test(field.name ?? '')) faults.push(`${field.name || '?'}: NAME`)
    if (names.has(field.name)) faults.push(`${field.name}: TWICE`)
    names.add(field.name)
  }
  for (const field of fields)
    for (const given of [field.require, field.editable, field.value]) {
      if (!isCondition(given)) continue
      if (!names.has(given.field)) faults.push(`${field.name}: FIELD ${given.field}`)
      if (!['eq', 'ne', 'in'].includes(given.express)) faults.push(`${field.name}: EXPRESS ${given.express}`)
    }
  return faults
}

/** A label in one language; the other where that one is missing. */
export const labelIn = (label: Label, language: 'en-US' | 'zh-CN'): string =>
  typeof label === 'string' ? label : (label[language] ?? label['en-US'] ?? label['zh-CN'] ?? '')
