import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { seeingAll } from '../../../auth/seeing-all.ts'
import { tradesInSeat } from '../../../books/servicing/orders-seen.ts'
import { loadPools, type PoolRow, type PoolState, poolState, uncoveredOf } from '../../../finance/pool/figures.ts'
import { firstWithCurrency, leftOut } from '../cut.ts'
import { type Link, plural, type Request, say, shown, type Tool } from '../tool.ts'

const kinds = {
  OWN: {
    permission: 'finance.poolFactoring.view',
    link: { en: 'Pools', zh: '资金池', to: '/finance/poolFactoring' },
    base: { en: 'the borrowing base is', zh: '借款基础' },
  },
  DBS: {
    permission: 'finance.dbsFinance.view',
    link: { en: 'Pools of a bank', zh: '银行资金池', to: '/finance/dbsFinance' },
    base: { en: 'the bank’s figure is', zh: '银行核定额' },
  },
} as const
const kindOf = ({ poolKind }: Pick<PoolRow, 'poolKind'>): keyof typeof kinds => (poolKind === 'DBS' ? 'DBS' : 'OWN')

/** How many pools are told one by one. */
const mostTold = 6
type NamedPool = PoolRow & { supplierName: string | null; funderName: string | null }

/** Pools of receivables as of now: the cover, what is drawn, and what may still be drawn or is lacking, as their page says it. */
export const poolTool: Tool = {
  name: 'pool',
  description: 'Pools of receivables: borrowing base, drawn, and still to be drawn or short, as of now.',
  takes: ['currency', 'party'],
  needs: Object.values(kinds).map(({ permission }) => permission),
  run: async (request, { currency, party }) => {
    const { tx, actor, today } = request
    const open = (['OWN', 'DBS'] as const).filter((kind) => actor.permissions.has(kinds[kind].permission))
    const all = await loadPools(tx)
      .leftJoin('company as seller', 'seller.id', 'p.supplierId')
      .leftJoin('company as lender', 'lender.id', 'p.funderId')
      .select(['seller.name as supplierName', 'lender.name as funderName'])
      .where((eb) => eb.or(open.map((kind) => eb('f.poolKind', '=', kind))))
      .where(tradesInSeat(actor, 'p'))
      .$if(currency !== undefined, (query) => query.where('p.currency', '=', currency!))
      .$if(party !== undefined, (query) =>
        query.where(
          sql<boolean>`exists (select from company c where c.id in (p.supplier_id, p.funder_id) and c.code = ${party})`,
        ),
      )
      .orderBy('p.code')
      .execute()
    const { rows: pools, left } = firstWithCurrency(all, mostTold)
    const linkTo = (kind: keyof typeof kinds): Link => {
      const { en, zh, to } = kinds[kind].link
      return { label: say(request, en, zh), to }
    }
    if (pools.length === 0)
      return { text: say(request, 'I find no pool that you may see.', '没有找到您可以查看的资金池。'), links: open.map(linkTo) }
    const states = await seeingAll(tx, actor, async () => {
      const found: { pool: NamedPool; state: PoolState }[] = []
      for (const pool of pools) found.push({ pool, state: await poolState(tx, pool, today) })
      return found
    })
    return {
      text: [
        ...(all.length > 1 ? [say(request, `${plural(all.length, 'pool')}:`, `共 ${all.length} 个资金池：`)] : []),
        ...states.map(({ pool, state }) => told(request, pool, state)),
        ...leftOut(request, left, ['pool', 'pools', '个']),
      ].join('\n'),
      links: [...new Set(pools.map(kindOf))].map(linkTo),
    }
  },
}

/** One pool in a sentence. */
function told(request: Request, pool: NamedPool, state: PoolState): string {
  const { base, drawn, maxDrawing } = state
  const money = (amount: M.Money) => shown(M.toDecimal(amount), pool.currency)
  const kind = kindOf(pool)
  const cover = kind === 'OWN' ? money(base.borrowingBase) : pool.bankBase === null ? '-' : shown(pool.bankBase, pool.currency)
  const short = uncoveredOf(state)
  const free = M.isPositive(short)
    ? say(request, `nothing may be drawn, ${money(short)} of cover is lacking`, `不可提款，缺口 ${money(short)}`)
    : say(request, `${money(maxDrawing)} may still be drawn`, `还可提款 ${money(maxDrawing)}`)
  const [supplier, funder] = [pool.supplierName ?? '-', pool.funderName ?? '-']
  const { en, zh } = kinds[kind].base
  return say(
    request,
    `${supplier} with ${funder}: ${free}; ${en} ${cover}, ${money(drawn)} is drawn.`,
    `${supplier}（${funder}）：${free}；${zh} ${cover}，已提款 ${money(drawn)}。`,
  )
}
