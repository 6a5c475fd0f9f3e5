import { buyers, suppliers } from './cast.ts'
import { DemoRefusal } from './client.ts'
import { loginOf } from './parties.ts'

/** The sign-in name of a company's maker, checker or director. */
export const personOf = (code: string, seat: 0 | 1 | 2): string =>
  loginOf([...suppliers, ...buyers].find((company) => company.code === code)!.people[seat])

/** What a refusal means in the demo: part of the plot, or nothing worth stopping for. A bug still stops it. */
export async function orRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DemoRefusal && error.code !== 500 && error.code !== 401 && error.code !== 403) return undefined
    throw error
  }
}
