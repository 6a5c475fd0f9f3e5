import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { faultOfHost, faultOfUrl, getOutward, isPublicAddress, postOutward } from './outward.ts'
import { resolveHost } from './resolve.ts'

test('addresses of the own network, the own machine and the cloud’s metadata are not public', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test('an address is https without sign-in data, and spellings of the own machine are seen through', () => {
  expect(faultOfUrl('https://erp.example.com/hooks', false)).toBeUndefined()
  expect(faultOfUrl('http://erp.example.com/hooks', false)).toBe('URL_NOT_PUBLIC')
  for (const own of ['https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://localhost./', 'https://db.internal/'])
    expect([own, faultOfUrl(own, false)]).toEqual([own, 'URL_NOT_PUBLIC'])
  for (const odd of ['ftp://a.example', 'https://u:p@a.example/', 'nonsense']) expect(faultOfUrl(odd, true)).toBe('URL_INVALID')
})

test('a host name with an inside address is refused on entry, and an unresolved one is checked at delivery', async () => {
  const to = (address: string) => async () => [
    { address: '8.8.8.8', family: 4 },
    { address, family: 4 },
  ]
  const nobody = async () => Promise.reject(new Error('ENOTFOUND'))
  const url = 'https://127.0.0.1.nip.example/hooks'
  expect(await faultOfHost(url, false, to('127.0.0.1'))).toBe('URL_NOT_PUBLIC')
  expect(await faultOfHost(url, false, to('1.1.1.1'))).toBeUndefined()
  expect(await faultOfHost(url, false, nobody)).toBeUndefined()
  expect(await faultOfHost(url, true, to('127.0.0.1'))).toBeUndefined()
})

test('a name that resolves to a private address, even among public ones, is not called', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.5', family: 4 },
  ]
  const outcome = await postOutward('https://rebinding.example/', '{}', {}, { allowPrivate: false, resolve })
  expect(outcome).toMatchObject({ httpStatus: null, answer: 'URL_NOT_PUBLIC' })
})

test('a name whose server never answers ends within its time, and keeps no other work of the process waiting', async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((ready) => silent.bind(0, '127.0.0.1', ready))
  const servers = [`127.0.0.1:${silent.address().port}`]
  const asked = Array.from({ length: 40 }, (_, n) => resolveHost(`a${n}.tarpit.example`, false, servers).catch(() => 'NONE'))
  // Files are read by the threads that `lookup` would hold.
  let isOver = false
  void Promise.all(asked).then(() => {
    isOver = true
  })
  await readFile(new URL(import.meta.url))
  expect(isOver).toBe(false)
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['NONE']))
  silent.close()
})

test('a receiver that changes the protocol, or leaves without an answer, ends the message with an outcome', async () => {
  const answers = ['HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', '']
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answers.shift() ?? ''))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  expect(await postOutward(url, '{}', {}, { allowPrivate: true })).toMatchObject({ httpStatus: 101, answer: '' })
  expect(await postOutward(url, '{}', {}, { allowPrivate: true })).toMatchObject({ httpStatus: null, answer: 'NOT_REACHED' })
  answers.push('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  expect(await getOutward(url, {}, { allowPrivate: true, mostBytes: 1000 })).toMatchObject({ httpStatus: 101, answer: '' })
  server.close()
})

test('a message whose answer is cut has arrived, and what is got in parts is no answer', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nok'))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await postOutward(url, '{}', {}, { allowPrivate: true })).toMatchObject({ httpStatus: 200, answer: 'ok' })
  expect(await getOutward(url, {}, { allowPrivate: true, mostBytes: 1000 })).toMatchObject({
    httpStatus: null,
    answer: 'NOT_REACHED',
  })
  server.close()
})
