import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import {
  beginSession,
  beginSignIn,
  endOtherSessions,
  endOwnSession,
  endSession,
  endStaffSession,
  endStaffSessions,
  listSessions,
  listStaffSessions,
} from '@greenroom/contract/staff/session/open-session.endpoints'
import { getSession, type Session } from '@greenroom/contract/staff/session/session.endpoints'
import type { NewSession, NewSignIn } from '@greenroom/contract/staff/session/session.schema'
import type * as z from 'zod/mini'
import type { ModuleHost } from '../../../module-host.ts'
import { hashIdToken, type SessionDirectory } from '../../../platform/access/session-directory.ts'
import type { SignInAttempts } from '../../../platform/access/sign-in-attempts.ts'
import type { Actor } from '../../../platform/audit/actor.ts'
import { type Call, startCall } from '../../../platform/call.ts'
import { actorOf, type Refuse } from '../../../platform/http/authentication.ts'
import { on, readExpectedVersion } from '../../../platform/http/endpoint-route.ts'
import { validator } from '../../../platform/http/validation.ts'
import { returnFor } from '../../../platform/identity/console-returns.ts'
import type { SignInIdentity } from '../../../platform/identity/identity.ts'
import { siteUrlOf } from '../../../platform/site-url.ts'
import { hasRefundApproval } from '../../../settings.ts'
import { settingsOn } from '../../../tax-period.ts'
import { areWebhooksUsed } from '../webhook/webhook-delivery.service.ts'
import { createSessionService, type SessionService } from './session.service.ts'

interface SessionDependencies {
  directory: SessionDirectory
  identity: SignInIdentity
  attempts: SignInAttempts
  /** Tells whether an address outside the allow-list was invited. */
  isInvited(email: string): Promise<boolean>
  refuse: Refuse
}

/** Begins and ends sessions, lists them, and returns who is signed in with the settings that the console needs. */
export function sessionModule(
  host: ModuleHost,
  { directory, identity, attempts, isInvited, refuse }: SessionDependencies,
): SessionService {
  const { settings, publicUrl, sandboxes } = host
  const sessions = createSessionService({ directory, idleMinutes: settings.SESSION_IDLE_MINUTES })
  const withSite = (template: string) => template.replaceAll('{PUBLIC_SITE_URL}', siteUrlOf(settings))

  async function sessionOf(
    call: Call,
    actor: Pick<Actor, 'email' | 'name' | 'staffId' | 'role' | 'permissions'>,
  ): Promise<Session> {
    return {
      email: actor.email,
      name: actor.name,
      time: call.now.toISOString(),
      staff_id: actor.staffId,
      role: actor.role,
      permissions: [...actor.permissions],
      admin_post_user_id: settings.ADMIN_POST_USER_ID,
      settings: {
        payment_page_url_template: withSite(settings.PAYMENT_PAGE_URL_TEMPLATE),
        payment_entity_url_template: withSite(settings.PAYMENT_ENTITY_URL_TEMPLATE),
        shortlink_base_url: settings.SHORTLINK_BASE_URL ?? `${publicUrl}/s/`,
        shortlink_app_schemes: settings.SHORTLINK_APP_SCHEMES,
        business_time_zone: settings.BUSINESS_TIME_ZONE,
        gst_percent: settingsOn(settings, dayIn(call.now, taxTimeZone)).GST_RATE,
        sandboxes: [...sandboxes],
        refund_approval: hasRefundApproval(settings),
        live: settings.LIVE_STREAMS > 0,
        webhooks: await areWebhooksUsed(call),
      },
    }
  }

  // Routes of their own: they need the browser's origin or name, and their responses must not be stored.
  const parseSignIn = validator(beginSignIn.body)
  host.fastify.post(
    beginSignIn.path,
    { config: { access: 'public', endpoint: beginSignIn } },
    async (request, reply) => {
      readExpectedVersion(request.headers['if-match'], beginSignIn)
      const { provider, return_to, email } = parseSignIn(request.body ?? {}) as z.output<typeof NewSignIn>
      const exchange = identity.exchangeAt(provider)
      const redirectUri = returnFor(identity.returns, request.headers.origin)
      const { attempt, secret } = await attempts.begin({ provider, redirectUri, returnTo: return_to ?? null })
      const data = { address: await exchange.addressFor(attempt, email), state: attempt.state, secret }
      return reply.code(201).header('cache-control', 'no-store').send({ success: true, message: 'OK', data })
    },
  )

  const parse = validator(beginSession.body)
  host.fastify.post(
    beginSession.path,
    { config: { access: 'public', endpoint: beginSession } },
    async (request, reply) => {
      readExpectedVersion(request.headers['if-match'], beginSession)
      const body = parse(request.body ?? {}) as z.output<typeof NewSession>
      const { address, requestId } = actorOf(request)
      const from = { address, requestId, browser: request.headers['user-agent'] ?? '' }
      let token = body.id_token ?? ''
      let returnTo: string | null = null
      const begin = async () => {
        let provider: string | undefined
        if (body.code !== undefined) {
          const attempt = await attempts.take(body.state ?? '', body.secret ?? '')
          ;({ provider, returnTo } = attempt)
          const answer = { code: body.code, iss: body.iss }
          token = await identity.exchangeAt(provider).exchange(attempt, answer)
        }
        const person = await identity.verify(token, { provider, isInvited })
        return await directory.begin(person, hashIdToken(token), from)
      }
      const { credential, access } = await begin().catch(async (error: unknown) => {
        throw await refuse(request, token, error)
      })
      const data = {
        ...(await sessionOf(startCall(host), access)),
        credential,
        subject: access.subject,
        ends_at: access.endsAt.toISOString(),
        return_to: returnTo,
      }
      return reply.code(201).header('cache-control', 'no-store').send({ success: true, message: 'OK', data })
    },
  )

  on(host, getSession).handle(async (call) => ({ data: await sessionOf(call, call.actor) }))
  on(host, endSession).handle(async (call) => {
    await sessions.signOut(call)
    return { data: {}, message: 'Signed out' }
  })
  on(host, listSessions).handle(async (call) => ({ data: await sessions.listOwn(call) }))
  on(host, endOwnSession).handle(async (call, { params }) => {
    await sessions.endOwn(call, params.id)
    return { data: {}, message: 'Session ended' }
  })
  on(host, endOtherSessions).handle(async (call) => ({
    data: { ended: await sessions.endOthers(call) },
    message: 'Sessions ended',
  }))
  on(host, listStaffSessions).handle(async (call, { params }) => ({
    data: await sessions.list(call, params.id),
  }))
  on(host, endStaffSession).handle(async (call, { params }) => {
    await sessions.endOf(call, params.id, params.session_id)
    return { data: {}, message: 'Session ended' }
  })
  on(host, endStaffSessions).handle(async (call, { params }) => ({
    data: { ended: await sessions.endAllOf(call, params.id) },
    message: 'Sessions ended',
  }))
  return sessions
}
