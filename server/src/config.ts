import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Every setting of the product, read once at start from the environment. Each has a default that works on one machine. */
export type Config = {
  /** The service prefix {p} of every path. */
  prefix: string
  appId: string
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** Where the installation's key lies: given as text, or in a file beside the data folder. */
  key: { given: string; file: string }
  /** An external PostgreSQL (owner role); empty means the embedded one. */
  databaseUrl: string
  /** The application's own role on that database, when the owner may not create it. */
  databaseAppUrl: string
  demo: 'off' | 'small' | 'medium' | 'large'
  demoSeed: string
  webDir: string
  logLevel: string
  sessionIdleMinutes: number
  /** The longest life of a session after its sign-in, however busy it is. */
  sessionHours: number
  /** Addresses and networks of the trusted proxies, whose header names the client. */
  trustProxy: string[]
  /** Calls a minute that one session may make; 0 for no limit. */
  ratePerMinute: number
  messagingLink: string
  /** The script of a chat widget for desktops, and the key that names this portal to its provider; off without an address. */
  chatWidget: { script: string; key: string }
  smtpUrl: string
  /** Where a central bank publishes its benchmark fixings; empty fetches nothing. */
  refRatesUrl: string
  mailFrom: string
  /** An OpenAI-compatible endpoint the assistant words its answers with; an empty address means the embedded rules. */
  assistant: { url: string; key: string; model: string; timeoutMs: number }
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  /** The operator's zone, minutes east of UTC: the business date is a day in this zone. */
  zoneMinutes: number
  /** The secret shared with the payment provider; empty as long as none is connected. */
  providerSecret: string
  /** A workflow automation that is told of company searches, and what authorises us there; off without an address. */
  workflowWebhook: { url: string; authorization: string }
  /** Supplier ids that the buyer outlook asks with; empty means the own company. */
  outlookSupplierIds: string[]
  /** Feeds of the buyer outlook, each an address with the region of its news. */
  newsFeeds: { url: string; region: string }[]
  /** Whether feeds may lie inside the operator's own network, and be read without https. */
  newsFeedsPrivate: 'refuse' | 'allow'
  /** Whether webhooks may go to addresses inside the operator's own network, and without https. */
  webhookPrivate: 'refuse' | 'allow'
  /** Rates a worker process apart from web processes: `all`, `web` or `worker`. */
  processKind: 'all' | 'web' | 'worker'
}

/** The networks of TRUST_PROXY: addresses, networks as address/bits, and the names of the three private ranges. */
function proxies(text: string): string[] {
  const ranges = ['loopback', 'linklocal', 'uniquelocal']
  const given = text.split(/[\s,]+/).filter((one) => one !== '')
  for (const one of given) {
    const [address = '', bits, ...rest] = one.split('/')
    const version = isIP(address)
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    if (!ranges.includes(one) && (version === 0 || !isNetwork || rest.length > 0))
      throw new Error(`TRUST_PROXY must name addresses, networks (10.0.0.0/8), or ${ranges.join(', ')}, not "${one}".`)
  }
  return given
}

const web = ['https:', 'http:']

// Settings of the product and of its own tools that carry its name.
const ownNames =
  /^USANCE_(PREFIX|APP_ID|DATA|KEY|KEY_FILE|DEMO|DEMO_SEED|WEB|ZONE_MINUTES|PROCESS|ASSISTANT_(URL|KEY|MODEL|TIMEOUT_MS)|SERVER|FILL_(OWNER|APP)_URL|TEST_.+)$/

/** Refuses a setting that bears the product's name and is none: a misspelt one would be ignored without a word. */
function refuseUnknown(environment: Record<string, string | undefined>): void {
  const unknown = Object.keys(environment).filter((name) => name.startsWith('USANCE_') && !ownNames.test(name))
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: there is no such setting. The README lists the settings; correct or remove it.`)
}

/** Reads the settings. `environment` is usually process.env; a value that does not fit, or an unknown
 *  name, stops the start with a message that names the setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = (name: string, fallback: string) => environment[name]?.trim() || fallback
  const choose = <const T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const value = read(name, fallback)
    if (!options.includes(value as T)) throw new Error(`${name} must be one of ${options.join(', ')}, not "${value}".`)
    return value as T
  }
  const whole = (name: string, fallback: number, { min, max }: { min: number; max: number }) => {
    const value = Number(read(name, String(fallback)))
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${environment[name]}".`)
    return value
  }
  /** An address with one of the schemes; the message never repeats the value, which may hold a password. */
  const address = (name: string, schemes: readonly string[], fallback = '') => {
    const value = read(name, fallback)
    if (value === '') return value
    if (!URL.canParse(value))
      throw new Error(
        `${name} is no address. Write it as ${schemes[0]}//host, and percent-encode special characters of a user or password.`,
      )
    if (!schemes.includes(new URL(value).protocol)) throw new Error(`${name} must begin with ${schemes.join(' or ')}//.`)
    return value
  }
  refuseUnknown(environment)
  const port = whole('PORT', 8080, { min: 0, max: 65_535 })
  const prefix = read('USANCE_PREFIX', 'usance')
  if (!/^[a-z][a-z0-9]{1,20}$/.test(prefix)) throw new Error('USANCE_PREFIX must be 2 to 21 small letters or digits.')
  const dataDir = resolve(read('USANCE_DATA', 'data'))
  const s3Bucket = read('S3_BUCKET', '')
  return {
    prefix,
    appId: read('USANCE_APP_ID', 'usance-portal'),
    host: read('HOST', '127.0.0.1'),
    port,
    publicUrl: address('PUBLIC_URL', web, `http://localhost:${port}`),
    dataDir,
    key: { given: read('USANCE_KEY', ''), file: resolve(read('USANCE_KEY_FILE', `${dataDir}.key`)) },
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseAppUrl: address('DATABASE_APP_URL', ['postgres:', 'postgresql:']),
    demo: choose('USANCE_DEMO', ['off', 'small', 'medium', 'large'], 'medium'),
    demoSeed: read('USANCE_DEMO_SEED', 'usance'),
    webDir: resolve(read('USANCE_WEB', 'web/dist')),
    logLevel: choose('LOG_LEVEL', ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
    sessionIdleMinutes: whole('SESSION_IDLE_MINUTES', 30, { min: 1, max: 1440 }),
    sessionHours: whole('SESSION_HOURS', 12, { min: 1, max: 720 }),
    trustProxy: proxies(read('TRUST_PROXY', 'loopback')),
    ratePerMinute: whole('RATE_PER_MINUTE', 6000, { min: 0, max: 10_000_000 }),
    messagingLink: read('MESSAGING_LINK', ''),
    chatWidget: { script: address('CHAT_WIDGET_SCRIPT', ['https:']), key: read('CHAT_WIDGET_KEY', '') },
    smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:']),
    refRatesUrl: address('REF_RATES_URL', web),
    assistant: {
      url: address('USANCE_ASSISTANT_URL', web).replace(/\/+$/, ''),
      key: read('USANCE_ASSISTANT_KEY', ''),
      model: read('USANCE_ASSISTANT_MODEL', 'gpt-4o-mini'),
      timeoutMs: whole('USANCE_ASSISTANT_TIMEOUT_MS', 3000, { min: 100, max: 120_000 }),
    },
    mailFrom: read('MAIL_FROM', 'Usance <no-reply@usance.localhost>'),
    s3: s3Bucket
      ? {
          endpoint: address('S3_ENDPOINT', web),
          bucket: s3Bucket,
          region: read('S3_REGION', 'us-east-1'),
          accessKeyId: read('S3_ACCESS_KEY_ID', ''),
          secretAccessKey: read('S3_SECRET_ACCESS_KEY', ''),
        }
      : null,
    zoneMinutes: whole('USANCE_ZONE_MINUTES', 480, { min: -720, max: 840 }),
    providerSecret: read('PROVIDER_WEBHOOK_SECRET', ''),
    workflowWebhook: { url: address('WORKFLOW_WEBHOOK_URL', web), authorization: read('WORKFLOW_WEBHOOK_AUTHORIZATION', '') },
    outlookSupplierIds: read('OUTLOOK_SUPPLIER_IDS', '')
      .split(/[\s,]+/)
      .filter((one) => one !== ''),
    // One feed a comma or line; the region stands behind a bar: https://news.example/asia.xml|ASIA.
    newsFeeds: read('NEWS_FEEDS', '')
      .split(/[\s,]+/)
      .filter((one) => one !== '')
      .map((one) => {
        const [url = '', region] = one.split('|')
        return { url, region: region || 'Global' }
      }),
    newsFeedsPrivate: choose('NEWS_FEEDS_PRIVATE', ['refuse', 'allow'], 'refuse'),
    webhookPrivate: choose('WEBHOOK_PRIVATE', ['refuse', 'allow'], 'refuse'),
    processKind: choose('USANCE_PROCESS', ['all', 'web', 'worker'], 'all'),
  }
}
