import { isLocalDate } from '@usance/domain/local-date'
import { all, first, parseXml, textAt, type XmlElement } from '../e-invoice/xml-element.ts'

/** One entry of a feed as plain text; `key` tells it from every other. */
export type FeedItem = { key: string; title: string; text: string; date: string; tags: string }

const mostItems = 100
// The index of addresses takes 2704 bytes, and a character has up to three for each unit.
const longest = { id: 800, title: 200, text: 4000, tags: 200 }
const limits = { maxBytes: 2_000_000, maxDepth: 40, maxElements: 60_000, maxAttributes: 100 }
const entities: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
}

/** The words of a piece of HTML: no tags, scripts or styles, entities as characters, blanks single. */
export function plainText(html: string): string {
  const once = (text: string) =>
    text
      .replace(/<(script|style|iframe|object|svg|template)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
      .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
      .replace(/<\/?[a-z!][^>]*(>|$)/gi, ' ')
      .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : 0
        if (code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)) return String.fromCodePoint(code)
        return entities[name.toLowerCase()] ?? whole
      })
  // Feeds often hold HTML whose own markup is written as entities: what those become is stripped like the rest.
  return once(once(html))
    .replace(/<\/?[a-z!][^>]*(>|$)/gi, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\s]+/g, ' ')
    .trim()
}

const dayOf = (text: string | null | undefined, today: string): string => {
  const instant = Date.parse(text ?? '')
  const day = Number.isNaN(instant) ? today : new Date(instant).toISOString().slice(0, 10)
  // A year of five digits begins with a plus sign, and would pass for an earlier one.
  return !isLocalDate(day) || day > today ? today : day
}
const address = (text: string | null | undefined): string | undefined => {
  const url = text && URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href.slice(0, 1000) : undefined
}
type Raw = {
  id: string | null | undefined
  link: string | null | undefined
  title: unknown
  text: unknown
  date: string | null | undefined
  tags: string[]
}

/** Entries of an RSS, Atom or JSON feed, newest as the feed has them; throws when it is none of these. */
export function parseFeed(source: string, today: string): FeedItem[] {
  const raw = source.trimStart().startsWith('{') ? ofJson(source) : ofXml(parseXml(source, limits))
  return raw
    .slice(0, mostItems)
    .map(({ id, link, title, text, date, tags }) => ({
      key:
        address(link) ??
        String(id ?? '')
          .replaceAll('\0', '')
          .trim()
          .slice(0, longest.id),
      title: plainText(String(title ?? '')).slice(0, longest.title),
      text: plainText(String(text ?? '')).slice(0, longest.text),
      date: dayOf(date, today),
      tags: tags
        .map(plainText)
        .filter((tag) => tag && !tag.includes(','))
        .join(',')
        .slice(0, longest.tags),
    }))
    .map((item) => ({ ...item, key: item.key || `${item.date} ${item.title}`, text: item.text || item.title }))
    .filter(({ title }) => title !== '')
}

function ofXml(root: XmlElement): Raw[] {
  if (root.name === 'feed')
    return all(root, 'entry').map((entry) => ({
      id: textAt(entry, 'id'),
      link: (all(entry, 'link').find(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate') ?? first(entry, 'link'))
        ?.attributes.href,
      title: textAt(entry, 'title'),
      text: textAt(entry, 'summary') ?? textAt(entry, 'content'),
      date: textAt(entry, 'updated') ?? textAt(entry, 'published'),
      tags: all(entry, 'category').map(({ attributes }) => attributes.term ?? ''),
    }))
  const items = [...all(root, 'channel', 'item'), ...all(root, 'item')]
  if (root.name !== 'rss' && root.name !== 'RDF') throw new Error('This is no feed.')
  return items.map((item) => ({
    id: textAt(item, 'guid'),
    link: textAt(item, 'link'),
    title: textAt(item, 'title'),
    text: textAt(item, 'description') ?? textAt(item, 'encoded'),
    date: textAt(item, 'pubDate') ?? textAt(item, 'date'),
    tags: all(item, 'category').map(({ text }) => text),
  }))
}

function ofJson(source: string): Raw[] {
  const items = (JSON.parse(source) as { items?: unknown }).items
  if (!Array.isArray(items)) throw new Error('This is no feed.')
  return items
    .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    .map((item) => ({
      id: typeof item.id === 'string' ? item.id : undefined,
      link: typeof item.url === 'string' ? item.url : undefined,
      title: item.title ?? item.summary,
      text: item.summary ?? item.content_text ?? item.content_html,
      date: typeof item.date_published === 'string' ? item.date_published : undefined,
      tags: Array.isArray(item.tags) ? item.tags.map(String) : [],
    }))
}
