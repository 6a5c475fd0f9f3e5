// Holds many streams of messages open from a process of its own, and counts the messages that they are told.
import { request } from 'node:http'

let told = 0
const answers = { open: 0, refused: 0 }

const open = ({ port, path }, headers) =>
  new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path, headers, agent: false })
    asked.on('response', (answer) => {
      if (answer.headers['content-type'].startsWith('text/event-stream')) answers.open += 1
      else answers.refused += 1
      answer.setEncoding('utf8').on('data', (text) => {
        told += text.split('event: message').length - 1
      })
      answer.on('error', () => undefined)
      resolve()
    })
    asked.on('error', () => {
      answers.refused += 1
      resolve()
    })
    asked.end()
  })

process.on('message', async (wanted) => {
  if (wanted === 'count') return process.send({ told, ...answers })
  for (const headers of wanted.readers) await Promise.all(Array.from({ length: wanted.each }, () => open(wanted, headers)))
  process.send({ told, ...answers })
})
process.on('disconnect', () => process.exit())
