import pg from 'pg'
import { expect, it } from 'vitest'
import { cloneDatabase, createTemplate } from './test-cluster.ts'

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const fill = (adminUrl: string) =>
  query(adminUrl, 'create table receipt as select 7 as amount; grant select on receipt to usance_app').then(() => {})

it('fills a template once, however many test files ask for it at the same moment', async () => {
  let filled = 0
  const count = async (adminUrl: string) => {
    filled++
    await fill(adminUrl)
  }
  const names = await Promise.all([1, 2, 3].map(() => createTemplate('asked_for_thrice', count)))
  expect(new Set(names).size).toBe(1)
  expect(filled).toBe(1)
})

it('gives each caller a database of its own', async () => {
  const template = await createTemplate('cloned', fill)
  const [one, two] = await Promise.all([cloneDatabase(template), cloneDatabase(template)])
  await query(one.adminUrl, 'update receipt set amount = 8')
  expect(await query(one.url, 'select amount from receipt')).toEqual([{ amount: 8 }])
  expect(await query(two.url, 'select amount from receipt')).toEqual([{ amount: 7 }])

  await one.drop()
  await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist')
  await two.drop()
})

it('fills a template again after a failure, and never offers it half filled', async () => {
  const failing = () => Promise.reject(new Error('the migration is wrong'))
  await expect(createTemplate('failed_first', failing)).rejects.toThrow('the migration is wrong')
  const database = await cloneDatabase(await createTemplate('failed_first', fill))
  expect(await query(database.url, 'select amount from receipt')).toEqual([{ amount: 7 }])
  await database.drop()
})
