import { readFile } from 'node:fs/promises'

// The attacker: a process of its own with a lower priority than the server, as if it ran on another machine.
process.once('message', async ({ url, headers, files, requests, seconds, atOnce }) => {
  const bodies = new Map(await Promise.all(files.map(async ({ name, path }) => [name, new Blob([await readFile(path)])])))
  const codes = {}
  const post = async (path, body, type) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, ...type }, body })
    const { code, data } = await answer.json()
    codes[code] = (codes[code] ?? 0) + 1
    return data
  }
  const json = { 'content-type': 'application/json' }
  const send = async ({ name, upload, ask, body }) => {
    const form = new FormData()
    form.set('file', bodies.get(name), name)
    if (!upload) return post(ask, bodies.get(name), json)
    const key = (await post(upload, form))?.objectKey
    if (key) await post(ask.replace('{key}', encodeURIComponent(key)), body?.replace('{key}', key) ?? '{}', json)
  }
  const end = performance.now() + seconds * 1000
  let next = 0
  const again = async () => {
    while (performance.now() < end) await send(requests[next++ % requests.length])
  }
  await Promise.all(Array.from({ length: atOnce }, again))
  process.send(codes, () => process.exit(0))
})
