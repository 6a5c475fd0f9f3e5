import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely'
import { inSlices } from './in-slices.ts'

/**
 * Names in camel case in code and in snake case in the database, as Kysely's plugin has them. They are turned while a
 * statement is written, instead of in a copy of its whole tree before that.
 */
export class CamelCaseNames extends CamelCasePlugin {
  override transformQuery({ node }: Parameters<CamelCasePlugin['transformQuery']>[0]) {
    return node
  }

  override async transformResult({ result }: Parameters<CamelCasePlugin['transformResult']>[0]) {
    return { ...result, rows: await inSlices(result.rows, (row) => this.mapRow(row)) }
  }

  /** The rows of one answer have the same names, which are looked up once. Values inside of a row stay as they are. */
  protected override mapRow(row: Record<string, unknown>) {
    const turned: Record<string, unknown> = {}
    for (const name in row) turned[this.camelCase(name)] = row[name]
    return turned
  }

  /** A name as the database has it. */
  inDatabase(name: string): string {
    return this.snakeCase(name)
  }
}

const names = new CamelCaseNames()

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.inDatabase(identifier))
  }
}

/** PostgreSQL with every name in snake case. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler()
  }
}
