import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment is a complete setting', () => {
  expect(readConfig({})).toMatchObject({ port: 8080, publicUrl: 'http://localhost:8080', databaseUrl: '', sessionHours: 12 })
})

test.each([
  ['PORT', '99999'],
  ['PUBLIC_URL', 'notaurl'],
  ['PUBLIC_URL', 'ftp://portal.example'],
  ['DATABASE_URL', 'postgres://owner:p@ss:w/x%@host/db'],
  ['DATABASE_URL', 'mysql://host/db'],
  ['DATABASE_APP_URL', 'usance_app'],
  ['SMTP_URL', 'foo'],
  ['CHAT_WIDGET_SCRIPT', 'http://chat.example/widget.js'],
  ['SESSION_IDLE_MINUTES', '-5'],
  ['SESSION_HOURS', '0'],
  ['RATE_PER_MINUTE', '-1'],
  ['RATE_PER_MINUTE', 'many'],
  ['LOG_LEVEL', 'loud'],
  ['USANCE_ZONE_MINUTES', '9000'],
  ['S3_ENDPOINT', 's3.example'],
  ['USANCE_DEMO', 'huge'],
  ['USANCE_DATE', 'data'],
  ['USANCE_DEMMO', 'off'],
])('the start names the setting %s when it is %j', (name, value) => {
  expect(() => readConfig({ S3_BUCKET: 'files', [name]: value })).toThrow(name)
})

test('a message about an address with a password does not repeat it', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://owner:s3cret word@[host/db' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
  )
})
