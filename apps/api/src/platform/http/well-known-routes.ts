import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../settings.ts'

/** Less than a year, as RFC 9116 recommends, in milliseconds. */
const contactLasts = 364 * 86_400_000

/**
 * Serves the files that crawlers and security researchers look for.
 * @param started when the process started: the contact is good for a year from then
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function registerWellKnownRoutes(
  app: FastifyInstance,
  { contact, started }: { contact: Settings['SECURITY_CONTACT']; started: Date },
): void {
  const config = { access: 'public', isUnlimited: true } as const
  const serve = (path: string, lines: string[]) =>
    app.get(path, { config }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`),
    )
  // The console is private, the sample site isn't real, and short links lead elsewhere.
  serve('/robots.txt', ['User-agent: *', 'Disallow: /'])
  if (contact === undefined) return
  const expires = new Date(started.getTime() + contactLasts)
  serve('/.well-known/security.txt', [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
  ])
}
