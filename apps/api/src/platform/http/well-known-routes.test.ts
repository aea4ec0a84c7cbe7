import { expect, it, onTestFinished } from 'vitest'
import { createTestApp, testNow } from '../../test-app.ts'

/** Returns the response of an installation with these settings. */
async function answerOf(path: string, environment: Record<string, string>) {
  const app = await createTestApp(environment)
  onTestFinished(() => app.close())
  const response = await fetch(`${app.url}${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const plain = 'text/plain; charset=utf-8'

it('keeps crawlers out of the console, the sample site and short links (OQ-544)', async () => {
  const answer = await answerOf('/robots.txt', { SITE: 'on' })
  expect(answer).toEqual({ status: 200, type: plain, text: 'User-agent: *\nDisallow: /\n' })
})

it.each([
  ['security@example.com', 'mailto:security@example.com'],
  ['https://example.com/security', 'https://example.com/security'],
])(
  'names %s for reports of vulnerabilities, for less than a year from the start (OQ-544)',
  async (contact, uri) => {
    const { status, type, text } = await answerOf('/.well-known/security.txt', { SECURITY_CONTACT: contact })
    expect([status, type]).toEqual([200, plain])
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/s, 2)),
    )
    expect(fields).toEqual({ Contact: uri, Expires: expect.any(String), 'Preferred-Languages': 'en' })
    const lasts = new Date(fields.Expires).getTime() - new Date(testNow).getTime()
    expect(lasts).toBe(364 * 86_400_000)
  },
)

it('has no contact without the setting (OQ-544)', async () => {
  expect((await answerOf('/.well-known/security.txt', {})).status).toBe(404)
})
