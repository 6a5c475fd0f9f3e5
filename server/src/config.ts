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

/** Reads the settings. `environment` is usually process.env; unknown values of a choice stop the start with a plain message. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = (name: string, fallback: string) => environment[name]?.trim() || fallback
  const choose = <const T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const value = read(name, fallback)
    if (!options.includes(value as T)) throw new Error(`${name} must be one of ${options.join(', ')}, not "${value}".`)
    return value as T
  }
  const whole = (name: string, fallback: number) => {
    const value = Number(read(name, String(fallback)))
    if (!Number.isInteger(value)) throw new Error(`${name} must be a whole number.`)
    return value
  }
  const port = whole('PORT', 8080)
  const prefix = read('USANCE_PREFIX', 'usance')
  if (!/^[a-z][a-z0-9]{1,20}$/.test(prefix)) throw new Error('USANCE_PREFIX must be 2 to 21 small letters or digits.')
  const dataDir = resolve(read('USANCE_DATA', 'data'))
  const s3Bucket = read('S3_BUCKET', '')
  return {
    prefix,
    appId: read('USANCE_APP_ID', 'usance-portal'),
    host: read('HOST', '127.0.0.1'),
    port,
    publicUrl: read('PUBLIC_URL', `http://localhost:${port}`),
    dataDir,
    key: { given: read('USANCE_KEY', ''), file: resolve(read('USANCE_KEY_FILE', `${dataDir}.key`)) },
    databaseUrl: read('DATABASE_URL', ''),
    databaseAppUrl: read('DATABASE_APP_URL', ''),
    demo: choose('USANCE_DEMO', ['off', 'small', 'medium', 'large'], 'medium'),
    demoSeed: read('USANCE_DEMO_SEED', 'usance'),
    webDir: resolve(read('USANCE_WEB', 'web/dist')),
    logLevel: read('LOG_LEVEL', 'info'),
    sessionIdleMinutes: whole('SESSION_IDLE_MINUTES', 30),
    sessionHours: whole('SESSION_HOURS', 12),
    trustProxy: proxies(read('TRUST_PROXY', 'loopback')),
    ratePerMinute: whole('RATE_PER_MINUTE', 6000),
    messagingLink: read('MESSAGING_LINK', ''),
    smtpUrl: read('SMTP_URL', ''),
    refRatesUrl: read('REF_RATES_URL', ''),
    assistant: {
      url: read('USANCE_ASSISTANT_URL', '').replace(/\/+$/, ''),
      key: read('USANCE_ASSISTANT_KEY', ''),
      model: read('USANCE_ASSISTANT_MODEL', 'gpt-4o-mini'),
      timeoutMs: whole('USANCE_ASSISTANT_TIMEOUT_MS', 3000),
    },
    mailFrom: read('MAIL_FROM', 'Usance <no-reply@usance.localhost>'),
    s3: s3Bucket
      ? {
          endpoint: read('S3_ENDPOINT', ''),
          bucket: s3Bucket,
          region: read('S3_REGION', 'us-east-1'),
          accessKeyId: read('S3_ACCESS_KEY_ID', ''),
          secretAccessKey: read('S3_SECRET_ACCESS_KEY', ''),
        }
      : null,
    zoneMinutes: whole('USANCE_ZONE_MINUTES', 480),
    providerSecret: read('PROVIDER_WEBHOOK_SECRET', ''),
    workflowWebhook: { url: read('WORKFLOW_WEBHOOK_URL', ''), authorization: read('WORKFLOW_WEBHOOK_AUTHORIZATION', '') },
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
