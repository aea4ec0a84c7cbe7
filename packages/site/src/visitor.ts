import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

const cookieName = 'site_visitor'
const yearInSeconds = 31_536_000

const Visitor = z.object({
  /** Known to the browser alone: it proves who writes. */
  token: z.string().regex(/^[\w-]{20,60}$/),
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  email: z.string().max(254),
  phone: z.string().max(40),
})

/** Who visits the site: what was typed into its forms, kept in a cookie instead of an account with a password. */
export type Visitor = z.output<typeof Visitor>
export type Contact = Omit<Visitor, 'token'>

/** Returns the id by which the site sends this person to Greenroom. Others see it, so it doesn't contain the token. */
export function externalIdOf({ token }: Pick<Visitor, 'token'>): string {
  return `site-${createHash('sha256').update(token).digest('hex').slice(0, 24)}`
}

/** Returns the visitor of a request; null before the first form. */
export function visitorOf(request: FastifyRequest): Visitor | null {
  const cookie = (request.headers.cookie ?? '')
    .split(/; */)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  if (!cookie) return null
  try {
    return Visitor.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** Remembers who filled in a form, under the same id as before. The intake API validates the fields. */
export function rememberVisitor(request: FastifyRequest, reply: FastifyReply): Visitor {
  const form = (request.body ?? {}) as Record<string, string>
  const field = (name: string, max: number) => (form[name] ?? '').trim().slice(0, max)
  const visitor = {
    token: visitorOf(request)?.token ?? randomBytes(24).toString('base64url'),
    firstName: field('first_name', 100),
    lastName: field('last_name', 100),
    email: field('email', 254),
    phone: field('phone', 40),
  }
  const value = Buffer.from(JSON.stringify(visitor)).toString('base64url')
  const isSecure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=/site; HttpOnly; SameSite=Lax; Max-Age=${yearInSeconds}${isSecure}`,
  )
  return visitor
}
