import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import { installationKey } from './installation-key.ts'

let portal: Portal
let folder: string
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usance-key-'))
  await setSettings({})
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'data.key')
const keyOf = (given = '', at = file()) => installationKey(portal.app.db, { given, file: at }, (line) => said.push(line))
const said: string[] = []
const settings = () =>
  portal.look((tx) => tx.selectFrom('setting').select('key').where('key', 'in', ['installKey', 'installKeyProof']).execute())
const setSettings = (values: Record<string, string>) =>
  portal.asOwner(async (tx) => {
    await tx.deleteFrom('setting').where('key', 'in', ['installKey', 'installKeyProof']).execute()
    for (const [key, value] of Object.entries(values))
      await tx
        .insertInto('setting')
        .values({ key, value: JSON.stringify(value) })
        .execute()
  })

describe('the key of an installation', () => {
  test('is made once, in a file that only its owner reads, and the database keeps a proof of it alone', async () => {
    const [first, second] = await Promise.all([keyOf(), keyOf()])
    expect(first).toHaveLength(32)
    expect(second).toEqual(first)
    expect(Buffer.from(readFileSync(file(), 'utf8'), 'base64')).toEqual(first)
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(await settings()).toEqual([{ key: 'installKeyProof' }])
  })

  test('moves out of a database where an earlier version kept it, and stays the same key', async () => {
    const kept = randomBytes(32)
    await setSettings({ installKey: kept.toString('base64') })
    // Where the file cannot be written, everything goes on as before.
    expect(await keyOf('', join(folder, 'missing', 'data.key'))).toEqual(kept)
    expect(said.at(-1)).toContain('it stays in the database')
    expect(await settings()).toEqual([{ key: 'installKey' }])
    expect(await keyOf()).toEqual(kept)
    expect(said.at(-1)).toContain('has left the database')
    expect(await settings()).toEqual([{ key: 'installKeyProof' }])
    expect(await keyOf()).toEqual(kept)
    // The same key may then be given as a setting instead.
    expect(await keyOf(kept.toString('base64'), join(folder, 'elsewhere'))).toEqual(kept)
  })

  test('stops the start when it is missing, another one or none at all, rather than let an invoice in twice', async () => {
    await keyOf()
    rmSync(file())
    await expect(keyOf()).rejects.toThrow('missing')
    await expect(keyOf(randomBytes(32).toString('base64'))).rejects.toThrow('not the one')
    await expect(keyOf('short')).rejects.toThrow('32 random bytes')
    await setSettings({ installKey: randomBytes(32).toString('base64') })
    await expect(keyOf(randomBytes(32).toString('base64'))).rejects.toThrow('not the one')
    expect(await settings()).toEqual([{ key: 'installKey' }])
  })
})
