import type { Actor, Context } from '../http/context.ts'
import type { Source } from './source.ts'

export async function exportList(
  _source: Source<any>,
  _format: 'xlsx' | 'csv',
  _request: Context & { actor: Actor; body: any },
): Promise<unknown> {
  throw new Error('being written')
}
