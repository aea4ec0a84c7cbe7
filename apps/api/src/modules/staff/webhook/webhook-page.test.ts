import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productEvents } from '@greenroom/contract/staff/webhook/webhook.schema'
import { expect, it } from 'vitest'
import { nextAttempt } from '../../../platform/webhooks/back-off.ts'
import { signedHeaders } from '../../../platform/webhooks/signature.ts'
import { webhookSecret } from '../../../test-webhooks.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/webhooks.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

it('docs/webhooks.md lists every event with an example of its form (OQ-410)', () => {
  const listed = [...page.matchAll(/^### ([a-z]+\.[a-z]+)$/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(productEvents))
  const examples = blocks('json').map((code) => JSON.parse(code))
  expect(examples.map(({ type }) => type)).toEqual(listed)
  for (const { type, timestamp, data, ...others } of examples) {
    expect(new Date(timestamp).toISOString()).toBe(timestamp)
    expect(others).toEqual({})
    expect(productEvents[type as keyof typeof productEvents].parse(data)).toEqual(data)
  }
})

it('docs/webhooks.md has code that accepts what is sent, and nothing else (OQ-412)', async () => {
  const [code = ''] = blocks('js')
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const at = new Date('2026-11-23T06:30:00Z')
  const body = '{"type":"post.removed"}'
  for (const secret of [webhookSecret, 'any text of at least 32 characters']) {
    const headers = signedHeaders({ id: 'a', at, body }, secret)
    const accepts = (changed: object = {}, text = body, key = secret, now = at.getTime()) =>
      isGenuine({ ...headers, ...changed }, text, key, now)
    expect(accepts()).toBe(true)
    // Two signatures, while a secret is replaced.
    expect(accepts({ 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` })).toBe(true)
    expect(accepts({ 'webhook-id': 'b' })).toBe(false)
    expect(accepts({ 'webhook-signature': 'v1,AAAA' })).toBe(false)
    expect(accepts({}, `${body} `)).toBe(false)
    expect(accepts({}, body, 'another secret of 32 characters...')).toBe(false)
    expect(accepts({}, body, secret, at.getTime() + 301_000)).toBe(false)
  }
})

it('docs/webhooks.md lists the pauses (OQ-411)', () => {
  const units = { second: 1_000, minute: 60_000, hour: 3_600_000 }
  const listed = [...page.matchAll(/^\| (\d+) \| (\d+) (second|minute|hour)s? \|$/gm)]
  const start = new Date(0)
  for (const [at, [, attempt, n, unit]] of listed.entries()) {
    expect(Number(attempt)).toBe(at + 1)
    expect(nextAttempt(at + 1, start)).toEqual(new Date(Number(n) * units[unit as keyof typeof units]))
  }
  expect(nextAttempt(listed.length, start)).not.toBeNull()
  expect(nextAttempt(listed.length + 1, start)).toBeNull()
})
