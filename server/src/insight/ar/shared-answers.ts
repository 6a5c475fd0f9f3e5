/** Statements under way for one question, so that what several figures need is asked once. */
type Shared = Map<string, Promise<unknown>>

const underWay = new WeakMap<object, Shared>()

/** The answer to `name` for this body of a request, asked at the first call; a dashboard's figures share one body. */
export function shared<T>(body: object, name: string, ask: () => Promise<T>): Promise<T> {
  let answers = underWay.get(body)
  if (!answers) {
    answers = new Map()
    underWay.set(body, answers)
  }
  let answer = answers.get(name) as Promise<T> | undefined
  if (!answer) {
    answer = ask()
    // Whoever asked hears of a fault; here it only must not count as unheard.
    answer.catch(() => {})
    answers.set(name, answer)
  }
  return answer
}

/** Whether a whole dashboard is asked with this body, so that statements answer for all its figures. */
export const asksAll = (body: object): boolean => underWay.get(body)?.has('all') ?? false
/** Says that every figure of the dashboard will be asked with this body. */
export const askAll = (body: object): Promise<void> => shared(body, 'all', async () => {})
